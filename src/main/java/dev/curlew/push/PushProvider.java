package dev.curlew.push;

import io.vertx.core.Future;
import java.util.List;

/** Reaches devices of users who are not connected. */
public interface PushProvider {

    /** Sends these reminders. A failure is counted and never touches what is stored. */
    Future<Void> send(List<Notice> notices);

    /** One reminder for one user: enough to wake the app, which then pulls; the body is not in it. */
    record Notice(
            String tenant,
            long uid,
            String conversationId,
            long seq,
            String title,
            String ex,
            String sound,
            boolean badge) {}
}
