package dev.curlew.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.curlew.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigLoaderTest {

    private static final Path DEVELOPMENT = Path.of("conf/development.yaml");
    private static final Path PRODUCTION = Path.of("conf/production.yaml");
    private static final String KEY = "k-0123456789abcdefghijklmnopqrstuv";
    private static final Map<String, String> SECRETS = Map.of(
            "CURLEW_AUTH_KEYS", "a=" + KEY,
            "CURLEW_AUTH_ADMIN_SECRET", "admin-0123456789abcdef",
            "CURLEW_MYSQL_PASSWORD", "mysql-0123456789");

    @TempDir
    Path dir;

    @Test
    void developmentFileIsComplete() {
        CurlewConfig config = ConfigLoader.load(DEVELOPMENT, Map.of(), List.of());
        assertThat(config.profile()).isEqualTo(CurlewConfig.Profile.DEVELOPMENT);
        assertThat(config.durability()).isEqualTo(CurlewConfig.Durability.RELAXED);
        assertThat(config.roles()).containsExactlyInAnyOrder(CurlewConfig.Role.values());
        assertThat(config.tenant()).isEqualTo(new TenantConfig("demo", 2000, true));
        assertThat(config.kafka().replication()).isEqualTo((short) 1);
        assertThat(config.cluster().members()).containsExactly("127.0.0.1:5701");
    }

    @Test
    void productionFileNeedsOnlyItsSecrets() {
        CurlewConfig config = ConfigLoader.load(PRODUCTION, SECRETS, List.of());
        assertThat(config.production()).isTrue();
        assertThat(config.auth().keys()).containsOnlyKeys("a");

        ConfigException refused = refuse(PRODUCTION, Map.of());
        assertThat(refused.problems())
                .extracting(ConfigProblem::key)
                .containsExactlyInAnyOrder("auth.keys", "auth.admin_secret", "mysql.password");
    }

    @Test
    void laterLayersWin() throws IOException {
        Path file = write("redis:\n  addr: from-file:1\n  db: 3\nlog:\n  level: warn\n");
        ConfigLoader.Loaded loaded = ConfigLoader.loadWithSources(
                file,
                with(Map.of(
                        "CURLEW_REDIS_DB", "4",
                        "CURLEW_LOG_LEVEL", "debug",
                        "CURLEW_HTTP_ALLOWED_ORIGINS", "https://a.example, https://b.example",
                        "CURLEW_KAFKA_PROPERTIES", "security.protocol=SSL,client.rack=r1",
                        "CURLEW_AUTH_ACTIVE_KEY", "a",
                        "CURLEW_STORES", "anything",
                        "PATH", "/bin")),
                List.of("log.level=error", "roles=gateway,push"));
        CurlewConfig config = loaded.config();
        assertThat(config.redis().addr()).isEqualTo("from-file:1");
        assertThat(config.redis().db()).isEqualTo(4);
        assertThat(config.log().level()).isEqualTo("error");
        assertThat(config.roles()).containsExactlyInAnyOrder(CurlewConfig.Role.GATEWAY, CurlewConfig.Role.PUSH);
        assertThat(config.http().allowedOrigins()).containsExactly("https://a.example", "https://b.example");
        assertThat(config.kafka().properties()).isEqualTo(Map.of("security.protocol", "SSL", "client.rack", "r1"));
        assertThat(config.node().id()).as("host name").matches("[a-z0-9][a-z0-9-]*");
        assertThat(loaded.sources())
                .containsEntry("redis.addr", file + ":2")
                .containsEntry("redis.db", "CURLEW_REDIS_DB")
                .containsEntry("log.level", "--set")
                .containsEntry("mysql.port", "default");
    }

    @Test
    void redisDefaultsAreTheDocumentedOnes() {
        RedisConfig redis = ConfigLoader.load(DEVELOPMENT, Map.of(), List.of()).redis();
        assertThat(redis)
                .isEqualTo(new RedisConfig(
                        "127.0.0.1:6379",
                        "",
                        "",
                        0,
                        "im",
                        false,
                        2,
                        2000,
                        2000,
                        2000,
                        300,
                        600,
                        120,
                        86400,
                        600,
                        16384,
                        8388608,
                        268435456));
    }

    @Requirement("A-261")
    @ParameterizedTest
    @CsvSource({
        "CURLEW_REDIS_ADDR, r.example:7000",
        "CURLEW_REDIS_USERNAME, app",
        "CURLEW_REDIS_PASSWORD, 007",
        "CURLEW_REDIS_DB, 5",
        "CURLEW_REDIS_KEY_PREFIX, x",
        "CURLEW_REDIS_CONNECTIONS, 3",
        "CURLEW_REDIS_DIAL_TIMEOUT_MS, 1500",
        "CURLEW_REDIS_READ_TIMEOUT_MS, 1600",
        "CURLEW_REDIS_WRITE_TIMEOUT_MS, 1700"
    })
    void eachRedisSettingBinds(String variable, String value) {
        var loaded = ConfigLoader.loadWithSources(DEVELOPMENT, Map.of(variable, value), List.of());
        String key = "redis." + variable.substring("CURLEW_REDIS_".length()).toLowerCase(Locale.ROOT);
        assertThat(String.valueOf(loaded.values().get(key))).isEqualTo(value);
        assertThat(loaded.config().redis().toString()).contains(key.equals("redis.password") ? "password=***" : value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "redis:\\n  adr: x:1                | redis.adr (F:2): unknown key; did you mean redis.addr?",
                "redsi:\\n  addr: x:1               | redsi (F:1): unknown key; did you mean redis?",
                "addr: x:1                          | addr (F:1): unknown key; did you mean redis.addr?",
                "log:\\n  colour: blue              | log.colour (F:2): unknown key; known here: format, level",
                "redis: x:1                         | redis (F:1): is a section; indent its keys under it",
                "redis:\\n  db: one                 | redis.db (F:2): expects a whole number up to 2147483647, not \"one\"",
                "redis:\\n  db: [1]                 | redis.db (F:2): expects a whole number, not this",
                "redis:\\n  db: -1                  | redis.db (F:2): must be greater than or equal to 0, not \"-1\"",
                "redis:\\n  cluster: yes            | redis.cluster (F:2): expects true or false, not \"yes\"",
                "redis:\\n  db: 1\\n  db: 2         | redis.db (F:3): set before at F:2; keep one",
                "redis:\\n  addr: here              | redis.addr (F:2): must be host:port, not \"here\"",
                "redis:\\n  password: [a, b]        | redis.password (F:2): expects one text, not this",
                "kafka:\\n  replication: 99999      | kafka.replication (F:2): expects a whole number up to 32767",
                "kafka:\\n  session_timeout_ms: 10001 | must be less than or equal to 10000, not \"10001\"",
                "profile: live                      | profile (F:1): expects one of development, production, not \"live\"",
                "roles: [gateway, cook]             | roles (F:1): expects one of gateway, sequencer, persistence",
                "roles: []                          | roles (F:1): must not be empty",
                "node:\\n  id: Node_1               | node.id (F:2): must match",
                "mysql:\\n  ssl_mode: maybe         | mysql.ssl_mode (F:2): must be one of disabled, preferred",
                "mongo:\\n  uri: localhost          | mongo.uri (F:2): must begin with mongodb://",
                "tenant:\\n  default_tenant: control | tenant.default_tenant (F:2): the tenants 0 and control are reserved",
                "auth:\\n  active_key: b            | auth.active_key (F:2): must be an id in auth.keys (dev), not \"b\"",
                "http:\\n  port: 8081               | must differ from http.port, not \"8081\"",
                "presence:\\n  flush_ms: 60000      | presence.flush_ms (F:2): must be at most a quarter",
                "auth:\\n  shed_after_ms: 1000      | auth.shed_after_ms (F:2): must be greater than auth.revocation_poll_ms",
                "log:\\n  level: loud               | log.level (F:2): must match \"trace|debug|info|warn|error\", not \"loud\"",
                "redis: {                           | F:1: not valid YAML",
                "- a                                | F:1: sections such as \"redis:\" are expected",
            })
    void aBadFileIsRefusedWithItsLine(String yaml, String expected) throws IOException {
        // the development values by assignment, so that only the line under test is wrong
        Path file = write(yaml.strip().replace("\\n", "\n"));
        ConfigException refused = catchThrowableOfType(
                ConfigException.class, () -> ConfigLoader.load(file, developmentAsEnvironment(yaml), List.of()));
        assertThat(refused).as("refused").isNotNull();
        assertThat(refused.problems()).hasSize(1);
        assertThat(refused.getMessage()).contains(expected.replace("F:", file + ":"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CURLEW_REDIS_ADDRESS=x:1    | CURLEW_REDIS_ADDRESS: unknown variable; did you mean CURLEW_REDIS_ADDR?",
                "CURLEW_WHATEVER_ELSE_IT_IS=1 | CURLEW_WHATEVER_ELSE_IT_IS: unknown variable",
                "CURLEW_REDIS_DB=x           | redis.db (CURLEW_REDIS_DB): expects a whole number",
                "CURLEW_AUTH_KEYS=tell-nobody | auth.keys (CURLEW_AUTH_KEYS): expects id=value pairs with commas between them, not ***",
                "--set redis.adr=x:1         | redis.adr (--set): unknown key; did you mean redis.addr?",
                "--set redis.addr            | redis.addr (--set): has no value; write redis.addr=value",
                "--set redis=x               | redis (--set): is a section; set one of its keys; known here: addr",
                "--set mongo.uri=http://me:pw@h | mongo.uri (--set): must begin with mongodb://",
            })
    void aBadVariableOrAssignmentIsRefusedWithItsName(String given, String expected) {
        boolean assignment = given.startsWith("--set ");
        String[] pair = given.strip().split("=", 2);
        ConfigException refused = catchThrowableOfType(
                ConfigException.class,
                () -> ConfigLoader.load(
                        DEVELOPMENT,
                        assignment ? Map.of() : Map.of(pair[0], pair[1]),
                        assignment ? List.of(given.strip().substring(6)) : List.of()));
        assertThat(refused.getMessage())
                .contains(expected.strip())
                .doesNotContain("tell-nobody")
                .doesNotContain("pw@");
        assertThat(refused.problems()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "auth.keys=a=short-tell-nobody  | auth.keys (--set): the secret of id a is too short; set 32 or more",
                "auth.keys=a=dev-tell-nobody-0123456789abcdefghij | auth.keys (--set): the secret of id a is a default",
                "auth.admin_secret=tell-nobody  | auth.admin_secret (--set): the secret is too short; set 16 or more",
                "auth.admin_secret=dev-admin-secret | auth.admin_secret (--set): the secret is a default",
                "auth.admin_secret=             | auth.admin_secret (--set): must not be blank; set CURLEW_AUTH_ADMIN_SECRET",
                "mysql.password=                | mysql.password (--set): production needs a password",
                "tenant.demo=true               | tenant.demo (--set): demo accounts have known passwords; set tenant.demo to false",
                "kafka.replication=2            | kafka.replication (--set): must be at least 3 in production, not 2, or write durability: relaxed",
                "kafka.min_insync_replicas=1    | kafka.min_insync_replicas (--set): must be at least 2 in production, not 1",
                "cluster.members=10.0.0.7:5701  | cluster.host (default): other members cannot reach \"127.0.0.1\"",
            })
    void productionRefuses(String assignment, String expected) {
        ConfigException refused = catchThrowableOfType(
                ConfigException.class,
                () -> ConfigLoader.load(null, with(Map.of()), List.of("auth.active_key=a", assignment.strip())));
        assertThat(refused.getMessage()).contains(expected.strip()).doesNotContain("tell-nobody");
        assertThat(refused.problems()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka.replication=1", "kafka.min_insync_replicas=1"})
    void relaxedDurabilityAllowsFewReplicas(String assignment) {
        assertThat(ConfigLoader.load(
                                null, with(Map.of()), List.of("auth.active_key=a", "durability=relaxed", assignment))
                        .durability())
                .isEqualTo(CurlewConfig.Durability.RELAXED);
    }

    @Test
    void allProblemsAreReportedAtOnce() throws IOException {
        Path file = write("redis:\n  adr: x\n  db: many\nlog:\n  level: loud\n");
        ConfigException refused = catchThrowableOfType(
                ConfigException.class,
                () -> ConfigLoader.load(file, Map.of("CURLEW_NOPE", "1"), List.of("x=y", "tenant.demo=true")));
        assertThat(refused.problems())
                .extracting(ConfigProblem::key)
                .contains("redis.adr", "redis.db", "log.level", "", "x", "tenant.demo", "auth.keys");
    }

    @Test
    void aMissingFileIsNamed() {
        Path missing = dir.resolve("none.yaml");
        assertThat(refuse(missing, Map.of("CURLEW_COLOUR", "red")).problems())
                .as("nothing that the file might have held")
                .containsExactly(new ConfigProblem("", missing.toString(), "there is no such file"));
        assertThat(refuse(dir, Map.of()).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.text()).startsWith("cannot be read"));
    }

    @Test
    void secretsAreNeverShown() {
        var loaded = ConfigLoader.loadWithSources(
                DEVELOPMENT,
                Map.of(
                        "CURLEW_REDIS_PASSWORD", "tell-nobody",
                        "CURLEW_AUTH_KEYS", "dev=tell-nobody",
                        "CURLEW_MONGO_URI", "mongodb://me:tell-nobody@h:1",
                        "CURLEW_KAFKA_PROPERTIES", "sasl.jaas.config=tell-nobody"),
                List.of("mysql.password=tell-nobody", "auth.admin_secret=tell-nobody"));
        assertThat(EffectiveConfig.text(loaded))
                .doesNotContain("tell-nobody")
                .contains("mongodb://***@h:1", "password: \"***\"", "dev: \"***\"", "# CURLEW_REDIS_PASSWORD");
        assertThat(loaded.config().toString()).doesNotContain("tell-nobody");
    }

    @Test
    void everyVariableNameIsDifferentFromEveryOther() {
        Settings settings = new Settings();
        assertThat(settings.all().stream().map(Setting::environmentName)).doesNotHaveDuplicates();
        assertThat(ConfigLoader.OTHER_VARIABLES)
                .noneMatch(name -> settings.findByEnvironment(name).isPresent());
    }

    private static Map<String, String> developmentAsEnvironment(String except) {
        Map<String, String> result = new HashMap<>(Map.of(
                "CURLEW_PROFILE", "development",
                "CURLEW_AUTH_KEYS", "dev=x",
                "CURLEW_AUTH_ACTIVE_KEY", "dev",
                "CURLEW_AUTH_ADMIN_SECRET", "x"));
        result.keySet()
                .removeIf(name -> Arrays.stream(except.split("\\\\n"))
                        .anyMatch(line -> name.toLowerCase(Locale.ROOT)
                                .endsWith(line.strip().replaceAll(":.*", ""))));
        if (except.startsWith("profile")) {
            result.putAll(SECRETS);
            result.put("CURLEW_AUTH_ACTIVE_KEY", "a");
        }
        return result;
    }

    private static Map<String, String> with(Map<String, String> more) {
        Map<String, String> all = new HashMap<>(SECRETS);
        all.putAll(more);
        return all;
    }

    private ConfigException refuse(Path file, Map<String, String> environment) {
        return catchThrowableOfType(ConfigException.class, () -> ConfigLoader.load(file, environment, List.of()));
    }

    private Path write(String yaml) throws IOException {
        return Files.writeString(dir.resolve("curlew.yaml"), yaml);
    }
}
