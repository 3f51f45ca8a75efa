package dev.curlew.api.auth;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Argon2id on its own few threads, at the least cost OWASP allows (19 MiB, two passes), some 80 ms of a core. An unknown account
 * is hashed against too, so that the time of an answer does not tell whether the account exists. Who would have to wait for
 * longer than a client does is refused at once with 50300, and what nobody waits for any more is not computed.
 */
public final class PasswordHasher {

    private static final int MEMORY_KIB = 19_456;
    private static final int ITERATIONS = 2;
    private static final int LENGTH = 32;
    private static final int SALT_LENGTH = 16;

    /** Half of what a request may take, since a guess of the wait may be wrong by as much. */
    private static final long MOST_WAIT_MS = 8_000;

    private static final double FIRST_GUESS_MS = 100;
    private static final double WEIGHT = 0.125;

    private final Argon2Function argon2 = Argon2Function.getInstance(MEMORY_KIB, ITERATIONS, 1, LENGTH, Argon2.ID);
    private final SecureRandom random = new SecureRandom();
    private final AtomicInteger waiting = new AtomicInteger();
    private final WorkerExecutor worker;
    private final int parallelism;
    private final Future<String> noUser;
    private volatile double usualMs = FIRST_GUESS_MS;

    /** @param parallelism threads that hash */
    public PasswordHasher(Vertx vertx, int parallelism) {
        this.worker = vertx.createSharedWorkerExecutor("curlew-passwords", parallelism, 1, TimeUnit.MINUTES);
        this.parallelism = parallelism;
        this.noUser = run(() -> hashNow(""), () -> true);
    }

    /**
     * The hash with its parameters and salt, in PHC form.
     *
     * @param wanted asked before the work begins, on any thread: false when the answer is of no use any more
     */
    public Future<String> hash(String password, BooleanSupplier wanted) {
        return run(() -> hashNow(password), wanted);
    }

    /**
     * Whether the password is the one that was hashed.
     *
     * @param hash null for an unknown account or one without a password: false, after as long
     * @param wanted as for {@link #hash}
     */
    public Future<Boolean> matches(String password, String hash, BooleanSupplier wanted) {
        return hash == null
                ? noUser.compose(against -> check(password, against, wanted)).map(false)
                : check(password, hash, wanted);
    }

    public Future<Void> close() {
        return worker.close();
    }

    private Future<Boolean> check(String password, String hash, BooleanSupplier wanted) {
        return run(() -> Argon2Function.getInstanceFromHash(hash).check(password, hash), wanted);
    }

    private String hashNow(String password) {
        byte[] salt = new byte[SALT_LENGTH];
        random.nextBytes(salt);
        return argon2.hash(password.getBytes(StandardCharsets.UTF_8), salt).getResult();
    }

    private <T> Future<T> run(Callable<T> work, BooleanSupplier wanted) {
        long waitMs = (long) (waiting.get() * usualMs / parallelism);
        if (waitMs > MOST_WAIT_MS) {
            return Future.failedFuture(
                    new ApiException(ErrorCode.UNAVAILABLE, "Too many logins are waiting.", waitMs - MOST_WAIT_MS / 2));
        }
        waiting.incrementAndGet();
        return worker.executeBlocking(
                        () -> {
                            if (!wanted.getAsBoolean()) {
                                throw ApiException.unavailable("Nobody waits for this any more.");
                            }
                            return measured(work);
                        },
                        false)
                .onComplete(done -> waiting.decrementAndGet());
    }

    private <T> T measured(Callable<T> work) throws Exception {
        long began = System.nanoTime();
        T result = work.call();
        double tookMs = (System.nanoTime() - began) / 1e6;
        // Two threads may overwrite each other's turn; a guess is all that is asked.
        usualMs += WEIGHT * (tookMs - usualMs);
        return result;
    }
}
