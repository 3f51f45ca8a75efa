package dev.curlew.api.op;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.Operation;
import dev.curlew.store.UnreadTotals;
import io.vertx.core.Future;
import java.util.Set;

/** {@code unread}: the total over all conversations that are not set to receive nothing. */
public final class UnreadOperation implements Operation {

    private final UnreadTotals totals;

    public UnreadOperation(UnreadTotals totals) {
        this.totals = totals;
    }

    @Override
    public String name() {
        return "unread";
    }

    @Override
    public Future<ObjectNode> run(Caller caller, ObjectNode data) {
        return totals.total(caller.tenant(), caller.uid(), Set.of())
                .map(total -> Json.object().put("total", total));
    }
}
