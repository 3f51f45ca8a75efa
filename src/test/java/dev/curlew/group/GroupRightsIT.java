package dev.curlew.group;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.curlew.client.Account;
import dev.curlew.client.TestHttp.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Every call on a group by everybody who could try it. The calls are those of the published description, so one that is added without
 * saying here who may is noticed.
 */
class GroupRightsIT extends GroupProbe {

    static final int OK = 0;

    /** Everybody who could try. */
    enum Who {
        OUTSIDER,
        REMOVED,
        BLOCKED,
        OTHER_TENANT,
        MUTED,
        MEMBER,
        ADMIN,
        OWNER
    }

    private static final Set<Who> NOT_IN = Set.of(Who.OUTSIDER, Who.REMOVED, Who.BLOCKED, Who.OTHER_TENANT);

    /** A group of its own for each try, so that no try changes what the next one finds. */
    record Scene(String topic, Map<Who, Account> who, Account spare, Account target, Account blocked) {}

    /** A call: what is sent, what plain members, admins and the owner are told, and who is told something else. */
    record Call(Body body, int member, int admin, int owner, Map<Who, Integer> others) {

        Call(Body body, int member, int admin, int owner) {
            this(body, member, admin, owner, Map.of());
        }

        int expected(Who who) {
            if (others.containsKey(who)) {
                return others.get(who);
            }
            if (NOT_IN.contains(who)) {
                return ABSENT;
            }
            return switch (who) {
                case ADMIN -> admin;
                case OWNER -> owner;
                default -> member;
            };
        }
    }

    interface Body {
        ObjectNode of(Scene scene);
    }

    static final Body NONE = scene -> null;

    /** By what the description calls them; where one call does several things, with what is done behind a {@code #}. */
    private static final Map<String, Call> CALLS = new LinkedHashMap<>();

    static {
        CALLS.put("GET /{topic}", new Call(NONE, OK, OK, OK));
        CALLS.put("PATCH /{topic}#name", new Call(s -> json().put("name", "n"), FORBIDDEN, OK, OK));
        CALLS.put("PATCH /{topic}#settings", new Call(s -> json().put("join_policy", "closed"), FORBIDDEN, OK, OK));
        CALLS.put(
                "PATCH /{topic}#mute", new Call(s -> json().put("muted_until", 4_000_000_000_000L), FORBIDDEN, OK, OK));
        CALLS.put("DELETE /{topic}", new Call(NONE, FORBIDDEN, FORBIDDEN, OK));
        CALLS.put("GET /{topic}/members", new Call(NONE, OK, OK, OK));
        CALLS.put(
                "POST /{topic}/members#all",
                new Call(s -> GroupWorld.uids(s.spare().uid()), OK, OK, OK));
        CALLS.put(
                "POST /{topic}/members#admins",
                new Call(s -> GroupWorld.uids(s.spare().uid()), FORBIDDEN, OK, OK));
        CALLS.put(
                "PATCH /{topic}/members/{uid}#mute",
                new Call(s -> json().put("muted_until", 4_000_000_000_000L), FORBIDDEN, OK, OK));
        CALLS.put(
                "PATCH /{topic}/members/{uid}#role",
                new Call(s -> json().put("role", "admin"), FORBIDDEN, FORBIDDEN, OK));
        CALLS.put(
                "PATCH /{topic}/members/{uid}#owner",
                new Call(s -> json().put("role", "owner"), FORBIDDEN, FORBIDDEN, OK));
        CALLS.put(
                "PATCH /{topic}/members/{uid}#nickname",
                new Call(s -> json().put("nickname", "x"), FORBIDDEN, FORBIDDEN, FORBIDDEN));
        CALLS.put("PATCH /{topic}/members/me#nickname", new Call(s -> json().put("nickname", "x"), OK, OK, OK));
        CALLS.put(
                "PATCH /{topic}/members/{owner}#mute",
                new Call(s -> json().put("muted_until", 4_000_000_000_000L), FORBIDDEN, FORBIDDEN, FORBIDDEN));
        CALLS.put("DELETE /{topic}/members/{uid}", new Call(NONE, FORBIDDEN, OK, OK));
        CALLS.put("DELETE /{topic}/members/{uid}?block=true", new Call(NONE, FORBIDDEN, OK, OK));
        CALLS.put("DELETE /{topic}/members/me", new Call(NONE, OK, OK, FORBIDDEN));
        CALLS.put("GET /{topic}/blocked", new Call(NONE, FORBIDDEN, OK, OK));
        CALLS.put("DELETE /{topic}/blocked/{uid}", new Call(NONE, FORBIDDEN, OK, OK));
        EntryRights.addTo(CALLS);
    }

    private final Map<Who, Account> people = new EnumMap<>(Who.class);
    private Account spare;
    private Account target;
    private Account outcast;
    private Account foreigner;

    @Test
    void everybodyIsToldWhatTheirRoleAllows() {
        List<String> wrong = new ArrayList<>();
        CALLS.forEach((name, call) -> {
            for (Who who : Who.values()) {
                Scene scene = scene(name);
                String path = path(name, scene, EntryRights.prepare(world, name, scene));
                Response response = world.call(
                        who.ordinal() % 2,
                        scene.who().get(who),
                        name.substring(0, name.indexOf(' ')),
                        path,
                        call.body().of(scene));
                int told = response.status() / 100 == 2 ? OK : GroupWorld.code(response);
                if (told != call.expected(who)) {
                    wrong.add(name + " by " + who + ": " + told + " for " + call.expected(who));
                }
            }
        });
        assertThat(wrong).isEmpty();
    }

    @Test
    void outsidersAreToldWordForWordWhatIsToldOfNoGroup() {
        CALLS.forEach((name, call) -> {
            if (call.expected(Who.OUTSIDER) != ABSENT) {
                return;
            }
            Scene scene = scene(name);
            String method = name.substring(0, name.indexOf(' '));
            String path = path(name, scene, EntryRights.prepare(world, name, scene));
            Response stranger = world.call(
                    0, scene.who().get(Who.OUTSIDER), method, path, call.body().of(scene));
            Response nothing = world.call(
                    0,
                    scene.who().get(Who.OUTSIDER),
                    method,
                    path.replace(scene.topic(), "grp_999999999"),
                    call.body().of(scene));
            assertThat(stranger).as(name).isEqualTo(nothing);
        });
    }

    @Test
    void noCallIsForgotten() throws IOException {
        Set<String> described = new TreeSet<>();
        try (InputStream in = getClass().getResourceAsStream("/openapi.yaml")) {
            JsonNode paths = new YAMLMapper().readTree(in).path("paths");
            paths.fields().forEachRemaining(path -> {
                if (path.getKey().startsWith("/v1/im/groups/{topic}")) {
                    path.getValue()
                            .fieldNames()
                            .forEachRemaining(method -> described.add(method.toUpperCase(Locale.ROOT) + " "
                                    + path.getKey().substring("/v1/im/groups".length())));
                }
            });
        }
        Set<String> tried = new TreeSet<>();
        CALLS.keySet()
                .forEach(name -> tried.add(name.replaceAll("[#?].*", "")
                        .replace("{owner}", "{uid}")
                        .replace("members/me", "members/{uid}")));
        assertThat(tried).isEqualTo(described);
    }

    private static String path(String name, Scene scene, long entry) {
        boolean unblocks = name.contains("/blocked/");
        return name.substring(name.indexOf(' ') + 1)
                .replaceAll("#.*", "")
                .replace("{topic}", scene.topic())
                .replace("{id}", Long.toString(entry))
                .replace("{owner}", Long.toString(scene.who().get(Who.OWNER).uid()))
                .replace(
                        "{uid}",
                        Long.toString(
                                unblocks
                                        ? scene.blocked().uid()
                                        : scene.target().uid()));
    }

    private Scene scene(String name) {
        Map<Who, Account> who = new EnumMap<>(Who.class);
        for (Who one : Who.values()) {
            who.put(one, one == Who.OTHER_TENANT ? stranger() : people.get(one));
        }
        Account owner = who.get(Who.OWNER);
        String topic = world.group(
                owner,
                who.get(Who.ADMIN),
                who.get(Who.MEMBER),
                who.get(Who.MUTED),
                who.get(Who.REMOVED),
                who.get(Who.BLOCKED),
                target,
                outcast);
        changeMember(0, owner, topic, who.get(Who.ADMIN), json().put("role", "admin"));
        changeMember(0, owner, topic, who.get(Who.MUTED), json().put("muted_until", 4_000_000_000_000L));
        remove(0, owner, topic, who.get(Who.REMOVED));
        for (Account one : List.of(who.get(Who.BLOCKED), outcast)) {
            world.call(0, owner, "DELETE", "/" + topic + "/members/" + one.uid() + "?block=true", null);
        }
        if (name.endsWith("#admins")) {
            change(0, owner, topic, json().put("invite_policy", "admins"));
        }
        return new Scene(topic, who, spare, target, outcast);
    }

    @BeforeAll
    void people() {
        for (Who who : Who.values()) {
            people.put(who, world.cluster.user(who.name().toLowerCase(Locale.ROOT)));
        }
        spare = world.cluster.user("spare");
        target = world.cluster.user("target");
        outcast = world.cluster.user("outcast");
    }

    /** A user of another tenant whose uid is one of a member's. */
    private Account stranger() {
        if (foreigner == null) {
            foreigner = world.foreigner("other-groups", people.get(Who.OWNER).uid());
        }
        return foreigner;
    }
}
