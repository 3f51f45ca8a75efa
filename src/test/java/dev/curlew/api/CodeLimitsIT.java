package dev.curlew.api;

import static dev.curlew.api.ApiNode.get;
import static dev.curlew.api.CodeNodes.ask;
import static dev.curlew.api.CodeNodes.login;
import static dev.curlew.api.CodeNodes.phone;
import static dev.curlew.api.CodeNodes.until;
import static dev.curlew.api.CodeNodes.wanted;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.Requirement;
import dev.curlew.api.ApiNode.Answer;
import dev.curlew.vendor.VendorServer;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** How long a code lives, how often it may be tried and how many a phone gets, on two nodes of one cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CodeLimitsIT {

    private static final String OWN = "codelimit";

    private CodeNodes nodes;
    private ApiNode one;
    private ApiNode two;

    @BeforeAll
    void start() {
        nodes = new CodeNodes(OWN);
        one = nodes.one;
        two = nodes.two;
    }

    @BeforeEach
    void answersAreGood() {
        nodes.sms.answer(request -> new VendorServer.Answer(204, ""));
    }

    @AfterAll
    void stop() {
        nodes.close();
    }

    @Test
    @Requirement("A-064")
    void codesLiveInRedisForAWhile() {
        String phone = phone();
        nodes.mode("aged", "open");
        String code = nodes.sent(one, "aged", "login", phone);
        String key = nodes.only("aged", "login", "");
        assertThat(get(two.redis.send(Request.cmd(Command.TTL).arg(key))).toLong())
                .isBetween(595L, 600L);
        get(two.redis.send(Request.cmd(Command.PEXPIRE).arg(key).arg(1)));
        until(() -> RedisScan.keys(one.redis, key).isEmpty());
        assertThat(login("aged", phone, code, one).code()).isEqualTo(40100);
    }

    @Test
    @Requirement("A-280")
    void theLifeOfCodesAndActionTokensIsASetting() {
        nodes.mode("brief", "open");
        ApiNode brief = nodes.node(nodes.settings("redis.short_state_ttl_seconds=30"));
        nodes.sent(brief, "brief", "login", phone());
        assertThat(ttl(nodes.only("brief", "login", ""))).isGreaterThan(25).isLessThanOrEqualTo(30);
        String token =
                brief.login("demo", "alice", "alice-pass").body().path("token").asText();
        brief.post("/v1/im/auth/action-tokens", token, Map.of("action", "delete_account"));
        String key = RedisScan.keys(one.redis, OWN + ":demo:action:*").get(0);
        assertThat(ttl(key)).isGreaterThan(25).isLessThanOrEqualTo(30);
    }

    private long ttl(String key) {
        return get(one.redis.send(Request.cmd(Command.TTL).arg(key))).toLong();
    }

    @Test
    @Requirement("A-294")
    void noOtherCodeGoesToThePhoneWithinTheWindowAndNoSqlIsNeededToSaySo() {
        String phone = phone();
        assertThat(ask(one, "demo", "login", phone)
                        .body()
                        .path("resend_after_ms")
                        .asLong())
                .isEqualTo(60_000);
        ask(two, "demo", "login", phone());
        int delivered = nodes.sms.requests().size();
        long sql = one.mysql.requests() + two.mysql.requests();
        for (int i = 0; i < 50; i++) {
            Answer refused = ask(i % 2 == 0 ? one : two, "demo", "login", phone);
            assertThat(refused.code()).isEqualTo(42900);
            assertThat(refused.body().path("retry_after_ms").asLong()).isBetween(1L, 60_000L);
        }
        // Both nodes look for revocations and tenants by the clock, each once in two seconds.
        assertThat(one.mysql.requests() + two.mysql.requests() - sql).isLessThan(25);
        assertThat(nodes.sms.requests()).hasSize(delivered);
        assertThat(ask(one, "demo", "register", phone).status())
                .as("another scene has its own window")
                .isEqualTo(200);
    }

    @Test
    @Requirement("A-295")
    void aPhoneGetsFiveCodesAnHourWhoeverSendsThem() {
        nodes.mode("counted", "open");
        String phone = phone();
        for (int i = 0; i < 5; i++) {
            assertThat(ask(i % 2 == 0 ? one : two, "counted", "login", phone).status())
                    .isEqualTo(200);
            long left = get(one.redis.send(Request.cmd(Command.TTL).arg(nodes.only("counted", "login", ":count"))))
                    .toLong();
            assertThat(left).as("the counter always ends").isBetween(3590L, 3600L);
            get(one.redis.send(Request.cmd(Command.DEL).arg(nodes.only("counted", "login", ":active"))));
        }
        Answer refused = ask(two, "counted", "login", phone);
        assertThat(refused.code()).isEqualTo(42900);
        assertThat(refused.body().path("retry_after_ms").asLong()).isBetween(3_590_000L, 3_600_000L);
        assertThat(RedisScan.all(one.redis)).noneMatch(text -> text.contains(phone.substring(1)));
    }

    @Test
    void ofManyWhoAskAtOnceOneSendsACode() {
        String phone = phone();
        int before = nodes.sms.requests().size();
        List<CompletableFuture<Answer>> racing = IntStream.range(0, 16)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> ask(i % 2 == 0 ? one : two, "demo", "login", phone)))
                .toList();
        assertThat(racing.stream().map(CompletableFuture::join).filter(answer -> answer.status() == 200))
                .hasSize(1);
        assertThat(nodes.sms.requests()).hasSize(before + 1);
    }

    @Test
    void aCodeIsUsedOnce() {
        String phone = phone();
        assertThat(nodes.register("demo", "once", phone, nodes.sent(one, "demo", "register", phone))
                        .status())
                .isEqualTo(201);
        String code = nodes.sent(one, "demo", "login", phone);
        List<CompletableFuture<Answer>> racing = IntStream.range(0, 8)
                .mapToObj(i -> CompletableFuture.supplyAsync(() -> login("demo", phone, code, i % 2 == 0 ? one : two)))
                .toList();
        List<Integer> answers = new ArrayList<>();
        racing.forEach(answer -> answers.add(answer.join().status()));
        assertThat(answers).containsOnlyOnce(200).containsOnly(200, 401);
    }

    @Test
    void wrongTriesEndTheCode() {
        String phone = phone();
        assertThat(nodes.register("demo", "guessed", phone, nodes.sent(one, "demo", "register", phone))
                        .status())
                .isEqualTo(201);
        String code = nodes.sent(one, "demo", "login", phone);
        String wrong = code.equals("111111") ? "222222" : "111111";
        for (int i = 0; i < 5; i++) {
            assertThat(login("demo", phone, wrong, i % 2 == 0 ? one : two).code())
                    .isEqualTo(40100);
        }
        assertThat(login("demo", phone, code, one).code()).isEqualTo(40100);
    }

    @Test
    @Requirement("A-319")
    void withoutRedisNoCodeIsMadeAndNoneIsRight() {
        ApiNode alone = nodes.node(nodes.settings("redis.addr=127.0.0.1:1"));
        String phone = phone();
        String code = nodes.sent(one, "demo", "login", phone);
        int delivered = nodes.sms.requests().size();
        assertThat(ask(alone, "demo", "login", phone()).code()).isEqualTo(50300);
        assertThat(nodes.sms.requests()).hasSize(delivered);
        assertThat(login("demo", phone, code, alone).code()).isEqualTo(50300);
        ObjectNode body = wanted("closed-out", phone, code);
        assertThat(alone.post("/v1/im/auth/register", null, body).code()).isEqualTo(50300);
        assertThat(get(one.users.known("demo", List.of("closed-out")))).isEmpty();
    }
}
