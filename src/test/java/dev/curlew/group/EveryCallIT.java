package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.curlew.client.Account;
import dev.curlew.client.TestClient;
import dev.curlew.client.TestHttp.Response;
import dev.curlew.group.CallTable.Call;
import dev.curlew.group.CallTable.Scene;
import dev.curlew.group.CallTable.Who;
import dev.curlew.protocol.Operation;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Every call over HTTP and every operation of the socket by everybody who could try it. The calls are those of the published description,
 * the operations those there are classes for: one that is added without saying in {@link CallTable} who may is noticed. Calls on one
 * group are in {@link GroupRightsIT}.
 */
class EveryCallIT extends GroupProbe {

    private static final int OK = 0;
    private static final int UNAUTHENTICATED = 40100;
    private static final String NOBODY = "/v1/im/conversations/si_1_2";

    @Test
    void everybodyIsToldOverHttpWhatTheyMay() {
        List<String> wrong = new ArrayList<>();
        CallTable.HTTP.forEach((name, call) -> {
            Scene scene = scene();
            for (Who who : Who.values()) {
                check(name, call, who, code(http(name, call, scene, who)), wrong);
            }
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    void everybodyIsToldOnTheSocketWhatTheyMay() {
        List<String> wrong = new ArrayList<>();
        CallTable.SOCKET.forEach((operation, named) -> {
            Scene scene = scene();
            for (Who who : Who.values()) {
                try (TestClient client = world.cluster.socket(who.ordinal() % 2, scene.of(who))) {
                    JsonNode reply = TestClient.await(
                            client.request(named.op(), named.call().body().of(scene)), TestClient.PATIENCE);
                    check(named.op(), named.call(), who, reply.path("code").asInt(), wrong);
                }
            }
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    void withoutATokenOnlyTheDoorsAreOpen() {
        Scene scene = scene();
        CallTable.HTTP.forEach((name, call) -> {
            Response response = world.http(1)
                    .call(method(name), path(name, scene), null, call.body().of(scene));
            assertThat(response.status() == 401 && GroupWorld.code(response) == UNAUTHENTICATED)
                    .as(name + " answered " + response)
                    .isEqualTo(!call.open());
        });
    }

    @Test
    void outsidersAreToldWordForWordWhatIsToldOfNoConversation() {
        Scene scene = scene();
        Account outsider = scene.of(Who.OUTSIDER);
        CallTable.HTTP.forEach((name, call) -> {
            if (name.contains("{conversation_id}")) {
                ObjectNode body = call.body().of(scene);
                String there = path(name, scene);
                String nowhere = NOBODY
                        + there.substring(there.indexOf(scene.conversation())
                                + scene.conversation().length());
                Response real = world.http(0).call(method(name), there, outsider.token(), body);
                assertThat(real).as(name).isEqualTo(world.http(0).call(method(name), nowhere, outsider.token(), body));
            }
        });
    }

    @Test
    void noCallIsForgotten() throws IOException {
        Set<String> described = new TreeSet<>();
        try (InputStream in = getClass().getResourceAsStream("/openapi.yaml")) {
            JsonNode paths = new YAMLMapper().readTree(in).path("paths");
            paths.fields()
                    .forEachRemaining(path -> path.getValue().fieldNames().forEachRemaining(method -> {
                        if (Set.of("get", "put", "post", "patch", "delete").contains(method)) {
                            described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                        }
                    }));
        }
        // Calls on one group have a table of their own, which is compared with the description in the same way.
        described.removeIf(call -> call.contains("/v1/im/groups/{topic}"));
        assertThat(CallTable.HTTP.keySet()).containsExactlyInAnyOrderElementsOf(described);
    }

    @Test
    void noOperationIsForgotten() {
        Set<String> there = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("dev.curlew").stream()
                        .filter(one -> one.isAssignableTo(Operation.class) && !one.isInterface())
                        .map(JavaClass::getSimpleName)
                        .filter(name -> !name.isEmpty())
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(CallTable.SOCKET.keySet()).containsExactlyInAnyOrderElementsOf(there);
    }

    private static void check(String name, Call call, Who who, int told, List<String> wrong) {
        if (told != call.expected(who)) {
            wrong.add(name + " by " + who + ": " + told + " for " + call.expected(who));
        }
    }

    private Response http(String name, Call call, Scene scene, Who who) {
        return world.http(who.ordinal() % 2)
                .call(
                        method(name),
                        path(name, scene),
                        scene.of(who).token(),
                        call.body().of(scene));
    }

    private static int code(Response response) {
        return response.status() / 100 == 2 ? OK : GroupWorld.code(response);
    }

    private static String method(String name) {
        return name.substring(0, name.indexOf(' '));
    }

    /** Queries that a call cannot do without. */
    private static final Map<String, String> QUERIES = Map.of(
            "GET /v1/im/conversations/{conversation_id}/changes", "?after_version=0",
            "GET /v1/im/conversations/{conversation_id}/receipts", "?seq=1",
            "DELETE /v1/im/conversations/{conversation_id}/messages/{seq}", "?scope=self");

    private static String path(String name, Scene scene) {
        return (name.substring(name.indexOf(' ') + 1) + QUERIES.getOrDefault(name, ""))
                .replace("{conversation_id}", scene.conversation())
                .replace("{seq}", "1")
                .replace("{root_seq}", "1")
                .replace("{uid}", Long.toString(scene.target().uid()))
                .replace("{request_id}", scene.request())
                .replace("{session_id}", scene.login())
                .replace("{device_id}", "phone")
                .replace("{id}", "1")
                .replace("{type}", "none")
                .replace("{name}", "sms")
                .replace("{enterprise_code}", "none-1")
                .replace("{tenant}", GroupWorld.TENANT)
                .replace("{topic}", scene.topic());
    }

    /** A group with everybody in their part, a chat of its owner and a member with one message, and a request between the two. */
    private Scene scene() {
        Map<Who, Account> who = new EnumMap<>(Who.class);
        for (Who one : Who.values()) {
            if (one != Who.OTHER_TENANT) {
                who.put(one, world.cluster.user(one.name().toLowerCase(Locale.ROOT)));
            }
        }
        Account owner = who.get(Who.OWNER);
        Account member = who.get(Who.MEMBER);
        who.put(Who.OTHER_TENANT, world.foreigner("other-calls", owner.uid()));
        Account target = world.cluster.user("target");
        String topic = world.group(
                owner, who.get(Who.ADMIN), member, who.get(Who.MUTED), who.get(Who.REMOVED), who.get(Who.BLOCKED));
        changeMember(0, owner, topic, who.get(Who.ADMIN), json().put("role", "admin"));
        changeMember(0, owner, topic, who.get(Who.MUTED), json().put("muted_until", 4_000_000_000_000L));
        remove(0, owner, topic, who.get(Who.REMOVED));
        world.call(
                0,
                owner,
                "DELETE",
                "/" + topic + "/members/" + who.get(Who.BLOCKED).uid() + "?block=true",
                null);
        world.http(0)
                .post(
                        "/v1/im/blocklist",
                        target.token(),
                        json().put("uid", who.get(Who.BLOCKED).uid()))
                .ok();
        TestClient.await(world.http(0).send(owner, CallTable.text(member.uid())), TestClient.PATIENCE);
        String request = world.http(0)
                .post("/v1/im/friend-requests", owner.token(), json().put("to_uid", member.uid()))
                .ok()
                .path("id")
                .asText();
        String login = world.http(0)
                .get("/v1/im/sessions", owner.token())
                .ok()
                .path("sessions")
                .path(0)
                .path("id")
                .asText();
        return new Scene(who, target, topic, owner.conversationWith(member.uid()), request, login);
    }
}
