package dev.curlew.config;

import dev.curlew.config.PushConfig.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** What production refuses and development allows: secrets anybody knows, demo accounts, stores that may lose a write. */
final class ProductionRules {

    static final int SIGNING_KEY_LENGTH = 32;
    static final int ADMIN_SECRET_LENGTH = 16;

    private final CurlewConfig config;
    private final UnaryOperator<String> sourceOf;
    private final List<ConfigProblem> problems = new ArrayList<>();

    ProductionRules(CurlewConfig config, UnaryOperator<String> sourceOf) {
        this.config = config;
        this.sourceOf = sourceOf;
    }

    List<ConfigProblem> check() {
        config.auth().keys().forEach((id, key) -> secret("auth.keys", " of id " + id, key, SIGNING_KEY_LENGTH));
        if (!config.auth().adminSecret().isBlank()) {
            secret("auth.admin_secret", "", config.auth().adminSecret(), ADMIN_SECRET_LENGTH);
        }
        if (config.mysql().password().isEmpty() || isPublic(config.mysql().password())) {
            add("mysql.password", "production needs a password that is not a default; set CURLEW_MYSQL_PASSWORD");
        }
        if (config.push().provider() == Provider.WEBHOOK
                && !config.push().webhookSecret().isBlank()) {
            secret("push.webhook_secret", "", config.push().webhookSecret(), ADMIN_SECRET_LENGTH);
        }
        if (!config.auth().phoneSecret().isBlank()) {
            secret("auth.phone_secret", "", config.auth().phoneSecret(), SIGNING_KEY_LENGTH);
        }
        if (!config.auth().devCode().isBlank()) {
            add("auth.dev_code", "a code that anybody knows logs in with any phone; leave it out in production");
        }
        if (!config.sms().url().isBlank() && !config.sms().secret().isBlank()) {
            secret("sms.secret", "", config.sms().secret(), ADMIN_SECRET_LENGTH);
        }
        if (config.tenant().demo()) {
            add("tenant.demo", "demo accounts have known passwords; set tenant.demo to false in production");
        }
        if (config.durability() == CurlewConfig.Durability.STRICT) {
            durability();
        }
        clusterHost();
        return problems;
    }

    private void secret(String key, String which, String value, int length) {
        if (isPublic(value)) {
            add(
                    key,
                    "the secret" + which + " is a default that anybody knows; set " + length
                            + " or more random characters");
        } else if (value.length() < length) {
            add(key, "the secret" + which + " is too short; set " + length + " or more random characters");
        }
    }

    /** The secrets of the development configuration begin with {@code dev-}, placeholders in examples with {@code change}. */
    private static boolean isPublic(String secret) {
        String text = secret.toLowerCase(Locale.ROOT);
        return text.startsWith("dev-") || text.startsWith("change") || text.matches("(.)\\1*");
    }

    private void durability() {
        String fix = ", or write durability: relaxed and accept that an acknowledged message may be lost";
        if (config.kafka().replication() < 3) {
            add(
                    "kafka.replication",
                    "must be at least 3 in production, not " + config.kafka().replication() + fix);
        }
        if (config.kafka().minInsyncReplicas() < 2) {
            add(
                    "kafka.min_insync_replicas",
                    "must be at least 2 in production, not " + config.kafka().minInsyncReplicas() + fix);
        }
    }

    /** A node bound to loopback cannot be reached by members elsewhere, and would form a cluster of its own. */
    private void clusterHost() {
        if (isLoopback(config.cluster().host())
                && config.cluster().members().stream().anyMatch(member -> !isLoopback(member))) {
            add(
                    "cluster.host",
                    "other members cannot reach \"" + config.cluster().host()
                            + "\"; set it to this host's address as cluster.members names it");
        }
    }

    private static boolean isLoopback(String address) {
        return address.startsWith("127.") || address.startsWith("localhost") || address.startsWith("[::1]");
    }

    private void add(String key, String text) {
        problems.add(new ConfigProblem(key, sourceOf.apply(key), text));
    }
}
