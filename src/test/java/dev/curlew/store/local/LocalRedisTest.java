package dev.curlew.store.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.Script;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A node's memory answers as Redis does what this project asks of it. */
class LocalRedisTest {

    private final Vertx vertx = Vertx.vertx();
    private final LocalRedis redis = new LocalRedis(vertx, new RedisKeys("im"));

    @AfterEach
    void close() {
        vertx.close();
    }

    @Test
    void everyCommandOfCodeAndScriptsIsKnown() throws IOException {
        LocalCommands commands = new LocalCommands(new LocalData(System::currentTimeMillis));
        Set<String> asked = new TreeSet<>();
        collect(Path.of("src/main/resources/redis"), Pattern.compile("redis\\.call\\('([A-Z]+)'"), asked);
        collect(Path.of("src/main/java"), Pattern.compile("cmd\\(Command\\.([A-Z]+)\\)"), asked);
        // These are of a connection to Redis, and of the one who looks whether it is another.
        asked.removeAll(Set.of("EVAL", "EVALSHA", "INFO", "SCAN", "SCRIPT", "SUBSCRIBE", "PUBLISH"));
        assertThat(asked).isNotEmpty().allMatch(commands::knows);
    }

    private static void collect(Path folder, Pattern pattern, Set<String> found) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(folder)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            Matcher matcher = pattern.matcher(Files.readString(file));
            while (matcher.find()) {
                found.add(matcher.group(1));
            }
        }
    }

    @Test
    void aHashIsReadByItsFields() {
        ask(Command.HSET, "h", "one", "1", "two", "2");
        Response all = ask(Command.HGETALL, "h");
        assertThat(all.getKeys()).containsExactlyInAnyOrder("one", "two");
        assertThat(all.get("two").toLong()).isEqualTo(2);
        assertThat(ask(Command.HGETALL, "none").size()).isZero();
        assertThat(ask(Command.HGET, "h", "none")).isNull();
    }

    @Test
    void textsEndWhenTheyShouldAndAreSetUnderConditions() {
        AtomicLong now = new AtomicLong(1_000);
        LocalCommands commands = new LocalCommands(new LocalData(now::get));
        assertThat(commands.run("SET", List.of("k", "v", "NX", "EX", "2"))).isEqualTo("OK");
        assertThat(commands.run("SET", List.of("k", "w", "NX"))).isNull();
        now.addAndGet(1_999);
        assertThat(commands.run("GET", List.of("k"))).isEqualTo("v");
        assertThat(commands.run("PTTL", List.of("k"))).isEqualTo(1L);
        now.addAndGet(1);
        assertThat(commands.run("GET", List.of("k"))).isNull();
        assertThat(commands.run("INCRBY", List.of("n", "5"))).isEqualTo(5L);
        assertThat(commands.run("INCR", List.of("n"))).isEqualTo(6L);
    }

    @Test
    void scoresAreOrderedAndBounded() {
        ask(Command.ZADD, "z", "3", "c", "1", "a", "2", "b", "2", "aa");
        LocalCommands commands = new LocalCommands(new LocalData(System::currentTimeMillis));
        commands.run("ZADD", List.of("z", "3", "c", "1", "a", "2", "b", "2", "aa"));
        assertThat(texts(ask(Command.ZRANGE, "z", "0", "-1"))).containsExactly("a", "aa", "b", "c");
        assertThat(commands.run("ZRANGEBYSCORE", List.of("z", "(1", "2"))).isEqualTo(List.of("aa", "b"));
        assertThat(ask(Command.ZCOUNT, "z", "(1", "+inf").toInteger()).isEqualTo(3);
        assertThat(ask(Command.ZSCORE, "z", "c").toString()).isEqualTo("3");
    }

    @Test
    void scriptsRunAsInRedis() {
        Script raise = Script.load("raise");
        for (String value : List.of("5", "9007199254740991", "7")) {
            redis.send(redis.script(raise, List.of("high"), List.of(value, "60")))
                    .result();
        }
        assertThat(ask(Command.GET, "high").toString()).isEqualTo("9007199254740991");
        Script changed = Script.load("changed");
        Request count = redis.script(changed, List.of("counter", "newest"), List.of("60", "si_1_2", "2"));
        long before = redis.send(count).result().toLong();
        assertThat(ask(Command.GET, "counter").toLong()).isEqualTo(before + 2);
        assertThat(ask(Command.HGET, "newest", "si_1_2").toLong()).isEqualTo(before + 2);
    }

    private Response ask(Command command, String... args) {
        Request request = Request.cmd(command);
        for (String arg : args) {
            request.arg(arg);
        }
        return redis.send(request).result();
    }

    private static List<String> texts(Response response) {
        List<String> texts = new ArrayList<>();
        response.forEach(one -> texts.add(one.toString()));
        return texts;
    }
}
