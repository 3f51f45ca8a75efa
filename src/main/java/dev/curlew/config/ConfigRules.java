package dev.curlew.config;

import dev.curlew.config.StoreConfig.Single;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Path;
import jakarta.validation.Validation;
import jakarta.validation.ValidatorFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.hibernate.validator.HibernateValidator;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;

/** What a configuration must hold: the ranges on the records, and the rules between settings. */
final class ConfigRules {

    private static final Pattern HOST_PORT = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:,\\s]+):\\d{1,5}");
    private static final Set<String> SSL_MODES =
            Set.of("disabled", "preferred", "required", "verify_ca", "verify_identity");

    private final CurlewConfig config;
    private final UnaryOperator<String> sourceOf;
    private final List<ConfigProblem> problems = new ArrayList<>();

    private ConfigRules(CurlewConfig config, UnaryOperator<String> sourceOf) {
        this.config = config;
        this.sourceOf = sourceOf;
    }

    static List<ConfigProblem> check(CurlewConfig config, UnaryOperator<String> sourceOf) {
        ConfigRules rules = new ConfigRules(config, sourceOf);
        rules.ranges();
        rules.addresses();
        rules.relations();
        rules.signingKeys();
        rules.withoutRedis();
        rules.problems.addAll(PushRules.check(config, sourceOf));
        rules.problems.addAll(SmsRules.check(config, sourceOf));
        if (config.production()) {
            rules.problems.addAll(new ProductionRules(config, sourceOf).check());
        }
        return rules.problems;
    }

    /** No XML, no expression language, English texts: the part of the validator that is cheap to start. */
    private void ranges() {
        try (ValidatorFactory factory = Validation.byProvider(HibernateValidator.class)
                .configure()
                .ignoreXmlConfiguration()
                .defaultLocale(Locale.ENGLISH)
                .messageInterpolator(
                        new ParameterMessageInterpolator(Set.of(), Locale.ENGLISH, context -> Locale.ENGLISH, false))
                .buildValidatorFactory()) {
            factory.getValidator().validate(config).stream()
                    .sorted((a, b) -> key(a).compareTo(key(b)))
                    .forEach(this::violation);
        }
    }

    private void violation(ConstraintViolation<CurlewConfig> violation) {
        String key = key(violation);
        String value = ConfigLoader.quoted(key, violation.getInvalidValue());
        boolean empty = violation.getMessage().contains("empty")
                || violation.getMessage().contains("blank");
        add(key, violation.getMessage() + (empty ? hint(key) : ", not " + value));
    }

    private static String hint(String key) {
        return switch (key) {
            case "auth.keys" -> "; set CURLEW_AUTH_KEYS=<id>=<32 or more random characters>";
            case "auth.active_key" -> "; name the id in auth.keys that signs new tokens";
            case "auth.admin_secret" -> "; set CURLEW_AUTH_ADMIN_SECRET to 16 or more random characters";
            default -> "";
        };
    }

    private static String key(ConstraintViolation<?> violation) {
        StringJoiner key = new StringJoiner(".");
        for (Path.Node node : violation.getPropertyPath()) {
            if (node.getName() != null) {
                key.add(Settings.snake(node.getName()));
            }
        }
        return key.toString();
    }

    private void addresses() {
        hostPort("redis.addr", config.redis().addr());
        hostPort("kafka.bootstrap", config.kafka().bootstrap());
        config.cluster().members().forEach(member -> hostPort("cluster.members", member));
        if (!config.mongo().uri().isBlank() && !config.mongo().uri().matches("mongodb(\\+srv)?://.+")) {
            add("mongo.uri", "must begin with mongodb:// or mongodb+srv:// and name a host");
        }
        if (!SSL_MODES.contains(config.mysql().sslMode())) {
            add(
                    "mysql.ssl_mode",
                    "must be one of disabled, preferred, required, verify_ca, verify_identity, not \""
                            + config.mysql().sslMode() + "\"");
        }
    }

    private void hostPort(String key, String list) {
        for (String one : list.isBlank() ? new String[0] : list.split(",")) {
            if (!HOST_PORT.matcher(one.strip()).matches()) {
                add(key, "must be host:port, not \"" + one.strip() + "\"");
            }
        }
    }

    private void relations() {
        HttpConfig http = config.http();
        if (http.port() != 0 && http.port() == http.managementPort()) {
            add("http.management_port", "must differ from http.port, not \"" + http.port() + "\"");
        }
        if (config.presence().flushMs() > config.presence().ttlMs() / 4) {
            add("presence.flush_ms", "must be at most a quarter of presence.ttl_ms, or live users expire");
        }
        if (config.auth().shedAfterMs() <= config.auth().revocationPollMs()) {
            add("auth.shed_after_ms", "must be greater than auth.revocation_poll_ms, or each pause sheds sessions");
        }
        if (config.send().produceTimeoutMs() <= config.send().ackTimeoutMs()) {
            add("send.produce_timeout_ms", "must be greater than send.ack_timeout_ms");
        }
        if (Set.of("0", "control").contains(config.tenant().defaultTenant())) {
            add("tenant.default_tenant", "the tenants 0 and control are reserved; name another");
        }
    }

    /** Numbers, claims and presence of a node without Redis are in its memory, where no other node sees them. */
    private void withoutRedis() {
        if (config.redis().configured()) {
            return;
        }
        if (config.fanout().throughRedis()) {
            add(
                    "fanout.transport",
                    "must be bus without a Redis; set redis.addr, or leave events of groups to the bus");
        }
        if (config.store().single() == Single.MONGO) {
            add(
                    "redis.addr",
                    "must name a Redis for store.single: mongo; set it, or store.single: mysql for a node alone");
        } else if (config.cluster().members().size() > 1) {
            add(
                    "redis.addr",
                    "must name a Redis in a cluster (cluster.members names others); set it, or run one node alone");
        }
    }

    private void signingKeys() {
        AuthConfig auth = config.auth();
        if (!auth.activeKey().isBlank()
                && !auth.keys().isEmpty()
                && !auth.keys().containsKey(auth.activeKey())) {
            add(
                    "auth.active_key",
                    "must be an id in auth.keys ("
                            + String.join(", ", auth.keys().keySet()) + "), not \"" + auth.activeKey() + "\"");
        }
    }

    private void add(String key, String text) {
        problems.add(new ConfigProblem(key, sourceOf.apply(key), text));
    }
}
