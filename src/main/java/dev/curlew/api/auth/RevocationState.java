package dev.curlew.api.auth;

import dev.curlew.api.auth.TokenGuard.Verified;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.mysql.RevocationStore.Revocation;
import dev.curlew.store.redis.UserProfileCache.UserKey;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What this node knows to be revoked. Rows may be applied again and in any order: about one user or tenant the highest id
 * holds. Read from every event loop, written by the poll.
 */
final class RevocationState {

    private record TokenMark(long expiresAt, boolean replaced) {}

    /** @param beforeMs tokens issued up to then are revoked for good */
    private record UserMark(long id, boolean disabled, long beforeMs, long expiresAt) {}

    private record TenantMark(long id, boolean disabled) {}

    private final Map<String, TokenMark> tokens = new ConcurrentHashMap<>();
    private final Map<UserKey, UserMark> users = new ConcurrentHashMap<>();
    private final Map<String, TenantMark> tenants = new ConcurrentHashMap<>();
    /** Those of the disabled users who are so for good. */
    private final Set<UserKey> deleted = ConcurrentHashMap.newKeySet();

    void revokeToken(String tokenId, long expiresAt) {
        tokens.put(tokenId, new TokenMark(expiresAt, false));
    }

    /** True when this told something new. */
    boolean apply(Revocation row) {
        return switch (row.kind()) {
            case TOKEN -> tokens.putIfAbsent(row.tokenId(), new TokenMark(row.expiresAt(), false)) == null;
            case TOKEN_REPLACED -> tokens.putIfAbsent(row.tokenId(), new TokenMark(row.expiresAt(), true)) == null;
            case USER_DISABLED -> markUser(row, true);
            case USER_ENABLED -> markUser(row, false);
            case TENANT_DISABLED -> markTenant(row, true);
            case TENANT_ENABLED -> markTenant(row, false);
        };
    }

    /** The refusal of a token, or empty when it holds. */
    Optional<ErrorCode> verdict(Verified token) {
        if (tenantDisabled(token.tenant())) {
            return Optional.of(ErrorCode.TENANT_DISABLED);
        }
        UserMark user = users.get(new UserKey(token.tenant(), token.uid()));
        if (user != null && user.disabled()) {
            return Optional.of(ErrorCode.USER_DISABLED);
        }
        boolean ended = user != null && token.issuedAt() <= user.beforeMs();
        return ended || tokens.containsKey(token.tokenId()) ? Optional.of(ErrorCode.TOKEN_REVOKED) : Optional.empty();
    }

    /** True when the user of the token was deleted. */
    boolean deleted(Verified token) {
        return deleted.contains(new UserKey(token.tenant(), token.uid()));
    }

    /** True when the token ended because a newer login took its place. */
    boolean replaced(String tokenId) {
        TokenMark mark = tokens.get(tokenId);
        return mark != null && mark.replaced();
    }

    boolean tenantDisabled(String tenant) {
        TenantMark mark = tenants.get(tenant);
        return mark != null && mark.disabled();
    }

    /** Forgets what no token outlives. */
    void prune(long now) {
        tokens.values().removeIf(mark -> mark.expiresAt() < now);
        users.values().removeIf(mark -> mark.expiresAt() < now);
        deleted.removeIf(user -> !users.containsKey(user));
    }

    private boolean markUser(Revocation row, boolean disabled) {
        UserKey key = new UserKey(row.tenant(), row.uid());
        if (row.deletes()) {
            deleted.add(key);
        }
        UserMark before = users.get(key);
        long ended = before == null ? 0 : before.beforeMs();
        UserMark after = before != null && before.id() >= row.id()
                ? new UserMark(
                        before.id(),
                        before.disabled(),
                        Math.max(ended, disabled ? row.createdAt() : 0),
                        before.expiresAt())
                : new UserMark(
                        row.id(), disabled, disabled ? Math.max(ended, row.createdAt()) : ended, row.expiresAt());
        users.put(key, after);
        return !after.equals(before);
    }

    private boolean markTenant(Revocation row, boolean disabled) {
        TenantMark before = tenants.get(row.tenant());
        if (before != null && before.id() >= row.id()) {
            return false;
        }
        tenants.put(row.tenant(), new TenantMark(row.id(), disabled));
        return true;
    }
}
