/**
 * A client of the wire contract that sees the product from outside only. It shares with the product nothing but the JSON
 * mapper. {@link dev.curlew.client.TestClient} is one socket, {@link dev.curlew.client.TestHttp} the HTTP calls,
 * {@link dev.curlew.client.FollowClient} a small correct client that reconnects, resends and repairs gaps.
 */
package dev.curlew.client;
