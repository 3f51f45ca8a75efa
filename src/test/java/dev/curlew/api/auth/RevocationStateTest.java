package dev.curlew.api.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.api.auth.TokenGuard.Verified;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.mysql.RevocationStore.Kind;
import dev.curlew.store.mysql.RevocationStore.Revocation;
import org.junit.jupiter.api.Test;

/** What a node knows, whatever the order in which it learns. */
class RevocationStateTest {

    private final RevocationState state = new RevocationState();

    private static Revocation row(long id, Kind kind, long createdAt) {
        return new Revocation(id, kind, "demo", 7, "", createdAt, Long.MAX_VALUE);
    }

    private static Verified issued(long at) {
        return new Verified("demo", 7, 5, "id" + at, at, Long.MAX_VALUE);
    }

    @Test
    void oneTokenEndsAlone() {
        state.apply(new Revocation(1, Kind.TOKEN, "demo", 7, "id5", 10, 20));
        assertThat(state.verdict(issued(5))).contains(ErrorCode.TOKEN_REVOKED);
        assertThat(state.verdict(issued(6))).isEmpty();
        state.prune(21);
        assertThat(state.verdict(issued(5))).isEmpty();
    }

    @Test
    void aReplacedLoginIsToldFromALogout() {
        state.apply(new Revocation(1, Kind.TOKEN_REPLACED, "demo", 7, "id5", 10, 20));
        state.apply(new Revocation(2, Kind.TOKEN, "demo", 7, "id6", 10, 20));
        assertThat(state.verdict(issued(5))).contains(ErrorCode.TOKEN_REVOKED);
        assertThat(state.replaced("id5")).isTrue();
        assertThat(state.replaced("id6")).isFalse();
    }

    @Test
    void enablingAUserDoesNotReviveTokens() {
        assertThat(state.apply(row(1, Kind.USER_DISABLED, 100))).isTrue();
        assertThat(state.verdict(issued(200))).contains(ErrorCode.USER_DISABLED);
        assertThat(state.apply(row(2, Kind.USER_ENABLED, 300))).isTrue();
        assertThat(state.verdict(issued(100))).contains(ErrorCode.TOKEN_REVOKED);
        assertThat(state.verdict(issued(301))).isEmpty();
    }

    @Test
    void rowsReadAgainOrLateChangeNothingThatIsNewer() {
        state.apply(row(2, Kind.USER_ENABLED, 300));
        assertThat(state.apply(row(1, Kind.USER_DISABLED, 100))).isTrue();
        assertThat(state.verdict(issued(100))).contains(ErrorCode.TOKEN_REVOKED);
        assertThat(state.verdict(issued(301))).isEmpty();
        assertThat(state.apply(row(1, Kind.USER_DISABLED, 100))).isFalse();
        assertThat(state.apply(row(2, Kind.USER_ENABLED, 300))).isFalse();
        state.apply(row(4, Kind.TENANT_ENABLED, 0));
        state.apply(row(3, Kind.TENANT_DISABLED, 0));
        assertThat(state.tenantDisabled("demo")).isFalse();
        state.apply(row(5, Kind.TENANT_DISABLED, 0));
        assertThat(state.verdict(issued(301))).contains(ErrorCode.TENANT_DISABLED);
    }
}
