package dev.curlew.api.auth;

import dev.curlew.protocol.ApiException;
import dev.curlew.store.PresenceDirectory;
import dev.curlew.store.PresenceDirectory.Live;
import dev.curlew.store.mysql.LoginStore;
import dev.curlew.store.mysql.LoginStore.Login;
import io.vertx.core.Future;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A user's own logins: the list of them, and ending one from elsewhere. */
public final class OwnLogins {

    private final LoginStore store;
    private final PresenceDirectory presence;
    private final Revocations revocations;

    public OwnLogins(LoginStore store, PresenceDirectory presence, Revocations revocations) {
        this.store = store;
        this.presence = presence;
        this.revocations = revocations;
    }

    /**
     * A login as its user sees it.
     *
     * @param deviceId of its newest socket, null when it has none or gave none
     * @param lastActiveAt of its sockets, milliseconds; null when it has none
     * @param current whether it is the one that asks
     * @param online null when that cannot be known now
     */
    public record Listed(
            String id,
            int platform,
            String deviceId,
            long createdAt,
            long expiresAt,
            Long lastActiveAt,
            boolean current,
            Boolean online) {}

    /** The answer. */
    public record Page(List<Listed> sessions) {}

    /** Newest first. */
    public Future<Page> list(TokenGuard.Verified by) {
        Future<Optional<List<Live>>> live = presence.live(by.tenant(), by.uid())
                .map(Optional::of)
                // Without Redis the list is still of use; nobody is told "offline" for that.
                .otherwise(Optional.empty());
        return store.list(by.tenant(), by.uid())
                .compose(logins -> live.map(sockets -> new Page(logins.stream()
                        .filter(login -> !revocations.ended(token(by, login)))
                        .map(login -> listed(by, login, sockets))
                        .toList())));
    }

    /** Refuses the token and closes its sockets on every node; fails with 40400 when the caller has no such login. */
    public Future<Void> end(TokenGuard.Verified by, String id) {
        return store.find(by.tenant(), by.uid(), id)
                .compose(login -> login.isEmpty()
                        ? Future.failedFuture(ApiException.notFound("Login"))
                        : revocations.revokeToken(
                                by.tenant(), by.uid(), id, login.get().expiresAt()));
    }

    private static Listed listed(TokenGuard.Verified by, Login login, Optional<List<Live>> sockets) {
        Optional<Live> newest = sockets.orElse(List.of()).stream()
                .filter(live -> live.tokenId().equals(login.id()))
                .max(Comparator.comparingLong(Live::lastActiveAt));
        return new Listed(
                login.id(),
                login.platform(),
                newest.map(live -> live.session().deviceId())
                        .filter(device -> !device.isEmpty())
                        .orElse(null),
                login.createdAt(),
                login.expiresAt(),
                newest.map(Live::lastActiveAt).orElse(null),
                login.id().equals(by.tokenId()),
                sockets.isEmpty() ? null : newest.isPresent());
    }

    private static TokenGuard.Verified token(TokenGuard.Verified by, Login login) {
        return new TokenGuard.Verified(
                by.tenant(), by.uid(), login.platform(), login.id(), login.createdAt(), login.expiresAt());
    }
}
