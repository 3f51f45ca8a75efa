package dev.curlew.chaos;

import dev.curlew.client.Account;
import dev.curlew.client.TestHttp;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * A token is revoked, a user disabled, a member removed and a group ended while messages flow to and from them on every node, over sockets
 * and HTTP. The member comes back later and finds what was said from then on.
 */
final class AccessEnded implements Fault {

    private static final Duration BEFORE = Duration.ofSeconds(1);
    private static final Duration AFTER = Duration.ofMillis(SessionChecks.REVOKED_WITHIN_MS + 2_000);
    private static final int GROUP = 50;

    @Override
    public int number() {
        return 16;
    }

    @Override
    public String name() {
        return "token revoked, disabled, removed, dissolved";
    }

    @Override
    public void inject(Env env, Random random) {
        List<String> urls = env.stack().urls();
        for (int i = 0; i < (env.isLong() ? urls.size() : 1); i++) {
            String url = urls.get((i + random.nextInt(urls.size())) % urls.size());
            endLogins(env, url, Talk.of(env.freshPair()), Talk.of(env.freshPair()));
            endLogins(env, url, group(env), group(env));
            endMemberships(env, url, group(env), group(env));
        }
    }

    private static Talk group(Env env) {
        Backend backend = env.load().backend();
        return env.load().freshGroup(List.of(backend.user(), backend.user()), GROUP);
    }

    private static void endLogins(Env env, String url, Talk loggingOut, Talk disabling) {
        TestHttp http = new TestHttp(url);
        String secret = env.load().settings().adminSecret();
        Account loggedOut = loggingOut.members().get(1);
        Account disabled = disabling.members().get(1);
        try (Scene one = new Scene(env, loggingOut);
                Scene other = new Scene(env, disabling)) {
            one.start();
            other.start();
            env.pause(BEFORE);
            http.logout(loggedOut);
            one.loginEnded();
            http.setDisabled(secret, disabled, true);
            other.loginEnded();
            env.pause(AFTER);
            one.comeBack();
            other.comeBack();
        }
        http.setDisabled(secret, disabled, false);
        restore(env, loggedOut);
        restore(env, disabled);
    }

    private static void endMemberships(Env env, String url, Talk removing, Talk ending) {
        Account removed = removing.members().get(1);
        Backend backend = env.load().backend();
        try (Scene one = new Scene(env, removing);
                Scene other = new Scene(env, ending)) {
            one.start();
            other.start();
            env.pause(BEFORE);
            backend.remove(url, removing, removed);
            backend.dissolve(url, ending);
            env.pause(AFTER);
            backend.add(url, removing, removed);
            env.pause(BEFORE);
        }
    }

    private static void restore(Env env, Account user) {
        env.journal().add(new Entry.Restored(user.uid()));
        env.load().renew(user);
    }
}
