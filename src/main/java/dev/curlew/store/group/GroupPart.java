package dev.curlew.store.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.domain.Group;
import dev.curlew.domain.Group.JoinPolicy;
import dev.curlew.domain.Group.Oversight;
import dev.curlew.domain.Group.Policy;
import dev.curlew.domain.Group.Profile;
import dev.curlew.domain.Group.Settings;
import dev.curlew.domain.Group.Status;
import dev.curlew.domain.Review;
import dev.curlew.protocol.Json;
import java.util.Optional;

/** A third of a group as Redis holds it. Each names the version it is of, so that thirds of different versions are not taken for one group. */
record GroupPart(String tenant, long groupId, Kind kind) {

    /** Which third. */
    enum Kind {
        /** Who owns it and where it is in its life. */
        TOPIC,
        /** What it shows of itself. */
        PROFILE,
        /** Who may do what. */
        SETTINGS
    }

    private static final String VERSION = "version";

    ObjectNode of(Group group) {
        ObjectNode part = Json.object().put("group_id", groupId).put(VERSION, group.version());
        switch (kind) {
            case TOPIC -> {
                part.put("topic", group.id().topic())
                        .put("owner_uid", group.ownerUid())
                        .put("status", group.status().wire())
                        .put("created_at", group.createdAt())
                        .put("updated_at", group.updatedAt());
                if (group.oversight().large() != null) {
                    part.put("large", group.oversight().large());
                }
                if (group.oversight().review() != null) {
                    part.put("review", group.oversight().review().wire());
                }
            }
            case PROFILE ->
                part.put("name", group.profile().name())
                        .put("face_url", group.profile().faceUrl())
                        .put("introduction", group.profile().introduction())
                        .put("ex", group.profile().ex())
                        .put("member_count", group.memberCount())
                        .put("type", 2);
            case SETTINGS ->
                part.put("join_policy", group.settings().join().wire())
                        .put("invite_policy", group.settings().invite().wire())
                        .put("announce_policy", group.settings().announce().wire())
                        .put("muted_until", group.mutedUntil());
            default -> throw new IllegalStateException("No such part: " + kind);
        }
        return part;
    }

    /** Empty when they are of different versions. */
    static Optional<Group> joined(ObjectNode topic, ObjectNode profile, ObjectNode settings) {
        long version = topic.required(VERSION).longValue();
        if (profile.required(VERSION).longValue() != version
                || settings.required(VERSION).longValue() != version) {
            return Optional.empty();
        }
        return Optional.of(new Group(
                topic.required("group_id").longValue(),
                new Profile(
                        profile.required("name").textValue(),
                        profile.required("face_url").textValue(),
                        profile.required("introduction").textValue(),
                        profile.required("ex").textValue()),
                new Settings(
                        constant(JoinPolicy.class, settings, "join_policy"),
                        constant(Policy.class, settings, "invite_policy"),
                        constant(Policy.class, settings, "announce_policy")),
                topic.required("owner_uid").longValue(),
                constant(Status.class, topic, "status"),
                settings.required("muted_until").longValue(),
                profile.required("member_count").intValue(),
                new Oversight(
                        topic.has("large") ? topic.get("large").booleanValue() : null,
                        Review.Mode.named(topic.path("review").textValue()).orElse(null)),
                version,
                topic.required("created_at").longValue(),
                topic.required("updated_at").longValue()));
    }

    private static <E extends Enum<E>> E constant(Class<E> type, ObjectNode part, String field) {
        return Group.named(type, part.required(field).textValue()).orElseThrow();
    }
}
