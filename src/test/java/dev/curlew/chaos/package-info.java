/**
 * Faults under load, judged from outside. {@link dev.curlew.chaos.Chaos} starts stores and nodes as child processes, lets
 * clients talk through them, breaks something, lets it heal, and has {@link dev.curlew.chaos.Checker} compare what every
 * client said and heard with the history. A new fault is one {@link dev.curlew.chaos.Fault} in {@link dev.curlew.chaos.Faults}.
 */
package dev.curlew.chaos;
