/** Speed, measured from outside. {@link dev.curlew.bench.Bench} holds the load clients; nodes and stores are other processes. */
package dev.curlew.bench;
