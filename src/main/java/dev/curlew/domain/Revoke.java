package dev.curlew.domain;

/**
 * Who took a message back (document S, RevokeModel).
 *
 * @param role 1 member, 2 group admin, 3 group owner, 100 system admin
 * @param nickname as it was then
 * @param time server clock, milliseconds
 */
public record Revoke(long uid, int role, String nickname, long time) {}
