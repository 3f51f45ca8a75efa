package dev.curlew.gateway.group;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.op.Fields;
import dev.curlew.domain.GroupId;
import dev.curlew.gateway.session.Session;
import dev.curlew.gateway.session.SessionRegistry;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import io.vertx.core.Future;
import java.util.LinkedHashSet;
import java.util.Set;

/** {@code attach}: live delivery of groups on this session begins. For members; 40400 for whoever is none. */
public final class AttachOperation implements Operation {

    private static final int MOST = 200;

    private final SessionRegistry registry;
    private final Attachments attachments;

    public AttachOperation(SessionRegistry registry, Attachments attachments) {
        this.registry = registry;
        this.attachments = attachments;
    }

    @Override
    public String name() {
        return "attach";
    }

    @Override
    public Future<?> run(Caller caller, ObjectNode data) {
        return attachments.attach(session(registry, caller), topics(data)).map(done -> Json.object());
    }

    static Session session(SessionRegistry registry, Caller caller) {
        Session session = registry.session(caller.sessionId());
        if (session == null) {
            throw ApiException.unavailable("The socket was closed.");
        }
        return session;
    }

    /** What names no group is as unknown as a group that is not there. */
    static Set<GroupId> topics(ObjectNode data) {
        JsonNode list = data.get("topics");
        if (!Fields.present(data, "topics") || !list.isArray() || list.isEmpty() || list.size() > MOST) {
            throw ApiException.invalid("topics has to be a list of 1 to " + MOST + ".");
        }
        for (JsonNode topic : list) {
            if (!topic.isTextual()) {
                throw ApiException.invalid("topics has to be a list of texts.");
            }
        }
        Set<GroupId> groups = new LinkedHashSet<>();
        list.forEach(topic ->
                groups.add(GroupId.ofTopic(topic.textValue()).orElseThrow(() -> ApiException.notFound("Group"))));
        return groups;
    }
}
