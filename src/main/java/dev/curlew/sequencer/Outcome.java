package dev.curlew.sequencer;

import dev.curlew.domain.Message;
import dev.curlew.protocol.Origin;
import dev.curlew.sequencer.UserPushes.Placed;
import dev.curlew.store.Claims.Claim;

/** A message with its place, from the try that took it: what is stored, pushed and told to Redis. */
record Outcome(Message message, Origin origin, Claim claim, Replays.Fate fate) {

    Placed placed() {
        return new Placed(message, origin, fate != Replays.Fate.CHANGED);
    }
}
