package dev.curlew.api.op;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.send.SendLane;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.Operation;
import io.vertx.core.Future;
import java.util.function.Function;

/** {@code send}: over a socket in the lane of its session, over HTTP in a lane of its own. */
public final class SendOperation implements Operation {

    private final Function<Caller, SendLane> lanes;

    public SendOperation(Function<Caller, SendLane> lanes) {
        this.lanes = lanes;
    }

    @Override
    public String name() {
        return "send";
    }

    @Override
    public Future<?> run(Caller caller, ObjectNode data) {
        return lanes.apply(caller).submit(caller, data);
    }
}
