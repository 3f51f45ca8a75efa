package dev.curlew.api.op;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.history.PageReader;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.HistoryPage;
import dev.curlew.protocol.Operation;
import io.vertx.core.Future;

/** {@code pull}: a page of a conversation's history. */
public final class PullOperation implements Operation {

    private final Readable readable;
    private final PageReader pages;

    public PullOperation(Readable readable, PageReader pages) {
        this.readable = readable;
        this.pages = pages;
    }

    @Override
    public String name() {
        return "pull";
    }

    @Override
    public Future<HistoryPage> run(Caller caller, ObjectNode data) {
        String conversation = Fields.text(data, "conversation_id", Conversations.LONGEST_ID);
        return readable.one(caller, conversation).compose(stay -> pages.read(caller, conversation, stay, data));
    }
}
