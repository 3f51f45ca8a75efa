package dev.curlew.api.auth;

import com.password4j.Argon2Function;
import com.password4j.types.Argon2;
import dev.curlew.protocol.ApiException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Argon2id on its own few threads. An unknown account is hashed against too, so that the time of an answer does not tell
 * whether the account exists; more hashes waiting than could be answered in seconds are refused with 50300.
 */
public final class PasswordHasher {

    private static final int MEMORY_KIB = 19_456;
    private static final int ITERATIONS = 2;
    private static final int LENGTH = 32;
    private static final int SALT_LENGTH = 16;
    private static final int WAITING_PER_THREAD = 100;

    private final Argon2Function argon2 = Argon2Function.getInstance(MEMORY_KIB, ITERATIONS, 1, LENGTH, Argon2.ID);
    private final SecureRandom random = new SecureRandom();
    private final AtomicInteger waiting = new AtomicInteger();
    private final WorkerExecutor worker;
    private final int maxWaiting;
    private final Future<String> noUser;

    /** @param parallelism threads that hash */
    public PasswordHasher(Vertx vertx, int parallelism) {
        this.worker = vertx.createSharedWorkerExecutor("curlew-passwords", parallelism, 1, TimeUnit.MINUTES);
        this.maxWaiting = parallelism * WAITING_PER_THREAD;
        this.noUser = run(() -> hashNow(""));
    }

    /** The hash with its parameters and salt, in PHC form. */
    public Future<String> hash(String password) {
        return run(() -> hashNow(password));
    }

    /** @param hash null for an unknown account or one without a password: false, after as long */
    public Future<Boolean> matches(String password, String hash) {
        return hash == null
                ? noUser.compose(against -> check(password, against)).map(false)
                : check(password, hash);
    }

    public Future<Void> close() {
        return worker.close();
    }

    private Future<Boolean> check(String password, String hash) {
        return run(() -> Argon2Function.getInstanceFromHash(hash).check(password, hash));
    }

    private String hashNow(String password) {
        byte[] salt = new byte[SALT_LENGTH];
        random.nextBytes(salt);
        return argon2.hash(password.getBytes(StandardCharsets.UTF_8), salt).getResult();
    }

    private <T> Future<T> run(Callable<T> work) {
        if (waiting.incrementAndGet() > maxWaiting) {
            waiting.decrementAndGet();
            return Future.failedFuture(ApiException.unavailable("Too many logins are waiting."));
        }
        return worker.executeBlocking(work, false).onComplete(done -> waiting.decrementAndGet());
    }
}
