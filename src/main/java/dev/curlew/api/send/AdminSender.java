package dev.curlew.api.send;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Json;
import io.vertx.core.Future;
import java.util.List;

/** Sends in users' names for the product's own backend, for the system, or for bots. The messages of one call keep their order. */
public final class AdminSender {

    /** The platform such messages are marked with. */
    private static final int SERVER_PLATFORM = 7;

    private final SendDesk desk;

    public AdminSender(SendDesk desk) {
        this.desk = desk;
    }

    /** One result for each body, in their order: {@code {code:0,data}} or {@code {code,error,message,retryable}}. */
    public Future<List<ObjectNode>> send(String tenant, long uid, Source source, List<ObjectNode> bodies) {
        SendLane lane = new SendLane(desk, source);
        Caller caller = new Caller(tenant, uid, SERVER_PLATFORM, "", null);
        List<Future<ObjectNode>> results = bodies.stream()
                .map(body -> lane.submit(caller, body).map(AdminSender::success).otherwise(AdminSender::failure))
                .toList();
        return Future.join(results)
                .map(all -> results.stream().map(Future::result).toList());
    }

    private static ObjectNode success(SendReply reply) {
        ObjectNode result = Json.object().put("code", 0);
        result.set("data", Json.mapper().valueToTree(reply));
        return result;
    }

    private static ObjectNode failure(Throwable failure) {
        ApiException refusal = ApiException.from(failure);
        return Json.object()
                .put("code", refusal.code().code())
                .put("error", refusal.code().error())
                .put("message", refusal.getMessage())
                .put("retryable", refusal.code().retryable());
    }
}
