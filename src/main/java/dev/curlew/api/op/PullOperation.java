package dev.curlew.api.op;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.history.PageReader;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.HistoryPage;
import dev.curlew.protocol.Operation;
import io.vertx.core.Future;

/** {@code pull}: a page of a conversation's history. */
public final class PullOperation implements Operation {

    private final PageReader pages;

    public PullOperation(PageReader pages) {
        this.pages = pages;
    }

    @Override
    public String name() {
        return "pull";
    }

    @Override
    public Future<HistoryPage> run(Caller caller, ObjectNode data) {
        return pages.read(caller, Conversations.ofCaller(caller, data), data);
    }
}
