package dev.curlew.sequencer.group;

import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.GroupSends.GroupSend;
import dev.curlew.protocol.NodeCommand.Settled;
import io.vertx.core.Promise;

/** A send and who waits for its outcome. */
record Waiting(GroupSend send, Promise<Settled> outcome) {

    void refuse(ApiException why) {
        outcome.tryComplete(
                new Settled(send.origin().attempt(), why.code().code(), why.getMessage(), null, 0, 0, false));
    }
}
