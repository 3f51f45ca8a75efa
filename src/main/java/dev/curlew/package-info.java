/** An instant-messaging server: packages follow a message from the gateway to the stores and back out. */
package dev.curlew;
