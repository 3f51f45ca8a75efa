package dev.curlew.api.auth;

import dev.curlew.config.AuthConfig;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.mysql.RevocationStore;
import dev.curlew.store.mysql.RevocationStore.Kind;
import dev.curlew.store.mysql.RevocationStore.Revocation;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Revoked tokens, disabled users and tenants as this node knows them (rule 15). A revocation is a committed row before it
 * is answered; every node reads new rows each {@code auth.revocationPollMs} and at once when told over the bus, and closes
 * the sockets they concern.
 */
public final class Revocations implements TokenGuard, ReplacedLogins {

    /** Body of a message on {@link BusAddresses#ALL_CONTROL}: there are new rows. */
    public static final String LOOK = "revocations";

    private static final Logger LOG = LoggerFactory.getLogger(Revocations.class);
    /** Longer than a transaction may last: rows become visible out of the order of their ids. */
    private static final long OVERLAP_MS = 40_000;

    private static final int PAGE = 2000;
    private static final long PRUNE_MS = 600_000;
    private static final long ANNOUNCE_MS = 1000;

    private final Vertx vertx;
    private final RevocationStore store;
    private final TenantDirectory tenants;
    private final Tokens tokens;
    private final SessionEnder sessions;
    private final long pollMs;
    private final LookWatch watch;
    private final RevocationState state = new RevocationState();

    private Context context;
    private MessageConsumer<Object> consumer;
    private Promise<Void> nextLook = Promise.promise();
    private long timer = -1;
    private long lastId;
    private long sinceMs;
    private long prunedAt = System.nanoTime() / 1_000_000;
    private boolean looking;
    private boolean again;
    private volatile boolean started;

    /** @param peerNodeIds the other nodes of the cluster, as far as this one sees them */
    public Revocations(
            Vertx vertx,
            AuthConfig config,
            RevocationStore store,
            TenantDirectory tenants,
            Tokens tokens,
            SessionEnder sessions,
            Supplier<Set<String>> peerNodeIds) {
        this.vertx = vertx;
        this.store = store;
        this.tenants = tenants;
        this.tokens = tokens;
        this.sessions = sessions;
        this.pollMs = config.revocationPollMs();
        this.watch = new LookWatch(vertx.eventBus(), config.shedAfterMs(), peerNodeIds);
    }

    /** Starts looking; call on an event loop, all looks run there. Ends at once, MySQL may come later. */
    public Future<Void> start() {
        context = vertx.getOrCreateContext();
        started = true;
        consumer = vertx.eventBus().consumer(BusAddresses.ALL_CONTROL, message -> {
            if (LOOK.equals(message.body())) {
                look();
            }
        });
        look();
        return Future.succeededFuture();
    }

    public Future<Void> stop() {
        started = false;
        vertx.cancelTimer(timer);
        return consumer == null ? Future.succeededFuture() : consumer.unregister();
    }

    /** The answer to {@code NodeCommand.CanLook}. */
    public boolean canLook() {
        return watch.canLook();
    }

    /** In memory: no call waits for a store. 50300 while this node knows nothing yet, or has shed its sessions. */
    @Override
    public Future<Verified> check(String token) {
        if (watch.blind()) {
            return Future.failedFuture(ApiException.unavailable("This node cannot check tokens now."));
        }
        try {
            Verified verified = tokens.verify(token);
            Optional<ErrorCode> refusal = state.verdict(verified);
            return refusal.isEmpty()
                    ? Future.succeededFuture(verified)
                    : Future.failedFuture(new ApiException(refusal.get(), words(refusal.get(), verified)));
        } catch (ApiException refusal) {
            return Future.failedFuture(refusal);
        }
    }

    private String words(ErrorCode refusal, Verified token) {
        return switch (refusal) {
            case TENANT_DISABLED -> "The tenant is disabled.";
            case USER_DISABLED -> state.deleted(token) ? "The user was deleted." : "The user is disabled.";
            default -> "The token no longer holds.";
        };
    }

    public boolean tenantDisabled(String tenant) {
        return state.tenantDisabled(tenant);
    }

    /** Ends one token everywhere; it is committed, and refused on this node, when this ends. */
    public Future<Void> revokeToken(String tenant, long uid, String tokenId, long expiresAt) {
        return store.token(tenant, uid, tokenId, expiresAt).onSuccess(committed -> {
            state.revokeToken(tokenId, expiresAt);
            end();
            tell(LOOK);
        });
    }

    /** Every node refuses the tokens and closes what is left of their sockets (4409) once it has looked. */
    @Override
    public Future<Void> replaced(String tenant, long uid, List<String> tokenIds) {
        return store.replaced(tenant, uid, tokenIds).onSuccess(committed -> tell(LOOK));
    }

    /** Whether a token is known to have been ended, or its user or tenant. */
    public boolean ended(Verified token) {
        return state.verdict(token).isPresent();
    }

    /** Disables a user, which ends all their tokens for good, or enables them again. Fails with 40400. */
    public Future<Void> setUserDisabled(String tenant, long uid, boolean disabled) {
        return store.user(tenant, uid, disabled).compose(committed -> announce());
    }

    /**
     * Tells every node to look now; ends when this one did, or could not within a second. Best effort: the row is there and
     * each node looks by itself soon.
     */
    public Future<Void> announce() {
        tell(LOOK);
        if (!started) {
            return Future.succeededFuture();
        }
        Promise<Void> looked = Promise.promise();
        context.runOnContext(ignored -> {
            nextLook.future().onComplete(done -> looked.complete());
            look();
        });
        return looked.future().timeout(ANNOUNCE_MS, TimeUnit.MILLISECONDS).otherwiseEmpty();
    }

    private void tell(String what) {
        vertx.eventBus().publish(BusAddresses.ALL_CONTROL, what);
    }

    private void look() {
        if (looking) {
            again = true;
            return;
        }
        looking = true;
        vertx.cancelTimer(timer);
        Promise<Void> thisLook = nextLook;
        nextLook = Promise.promise();
        readFrom(0, lastId, false).onComplete(result -> {
            if (result.succeeded()) {
                watch.looked();
                prune();
            } else {
                LOG.debug("Revocations could not be read: {}", result.cause().toString());
            }
            thisLook.complete();
            watch.check().onComplete(shed -> {
                looking = false;
                if (shed.succeeded() && shed.result()) {
                    LOG.warn("This node alone cannot read revocations, closing its sessions");
                    sessions.end(all -> true, 1012, "node lost its control database");
                }
                if (again && started) {
                    again = false;
                    look();
                } else if (started) {
                    timer = vertx.setTimer(result.succeeded() ? pollMs : Math.min(pollMs, 1000), next -> look());
                }
            });
        });
    }

    /** Pages of rows; the position moves only when all were read. */
    private Future<Void> readFrom(long cursor, long behind, boolean news) {
        return store.read(cursor, behind, sinceMs, PAGE).compose(page -> {
            boolean changed = news;
            boolean tenantChanged = false;
            long highest = cursor;
            for (Revocation row : page.rows()) {
                boolean told = state.apply(row);
                changed |= told;
                tenantChanged |= told && (row.kind() == Kind.TENANT_DISABLED || row.kind() == Kind.TENANT_ENABLED);
                highest = row.id();
            }
            if (tenantChanged) {
                tenants.refresh();
            }
            if (page.rows().size() == PAGE) {
                return readFrom(highest, behind, changed);
            }
            lastId = Math.max(lastId, highest);
            sinceMs = page.now() - OVERLAP_MS;
            if (changed) {
                end();
            }
            return Future.succeededFuture();
        });
    }

    private void end() {
        sessions.end(state::deleted, 4403, "deleted");
        sessions.end(token -> state.verdict(token).filter(Revocations::disabled).isPresent(), 4403, "disabled");
        sessions.end(token -> state.replaced(token.tokenId()), 4409, "replaced by a newer login");
        sessions.end(token -> state.verdict(token).isPresent(), 4410, "token revoked");
    }

    private static boolean disabled(ErrorCode refusal) {
        return refusal == ErrorCode.TENANT_DISABLED || refusal == ErrorCode.USER_DISABLED;
    }

    private void prune() {
        long now = System.nanoTime() / 1_000_000;
        if (now - prunedAt >= PRUNE_MS) {
            prunedAt = now;
            state.prune(sinceMs);
            store.prune().onFailure(failure -> LOG.debug("Old revocations stay for now: {}", failure.toString()));
        }
    }
}
