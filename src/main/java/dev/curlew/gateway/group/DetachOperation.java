package dev.curlew.gateway.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.gateway.session.SessionRegistry;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import io.vertx.core.Future;

/** {@code detach}: live delivery of groups on this session ends, until it is asked for again. For members; 40400 for whoever is none. */
public final class DetachOperation implements Operation {

    private final SessionRegistry registry;
    private final Attachments attachments;

    public DetachOperation(SessionRegistry registry, Attachments attachments) {
        this.registry = registry;
        this.attachments = attachments;
    }

    @Override
    public String name() {
        return "detach";
    }

    @Override
    public Future<?> run(Caller caller, ObjectNode data) {
        return attachments
                .detach(AttachOperation.session(registry, caller), AttachOperation.topics(data))
                .map(done -> Json.object());
    }
}
