/**
 * The load generator: a process of its own with one thread and bare sockets, so that it costs less than what it measures. It is told what
 * to do by JSON lines on its standard input and answers each with one line. The bare server it is pointed at in turn is here too.
 */
package dev.curlew.bench.load;
