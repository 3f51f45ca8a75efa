package dev.curlew.api.op;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.api.history.PageReader;
import dev.curlew.domain.GroupId;
import dev.curlew.protocol.Caller;
import dev.curlew.protocol.HistoryPage;
import dev.curlew.protocol.Operation;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;

/** {@code pull}: a page of a conversation's history. */
public final class PullOperation implements Operation {

    private final Readable readable;
    private final PageReader pages;
    private final Counter pulls;
    private final Counter pulled;

    public PullOperation(Readable readable, PageReader pages, MeterRegistry meters) {
        this.readable = readable;
        this.pages = pages;
        this.pulls = Counter.builder("curlew.group.pulls")
                .description("Pages of groups that members pulled upwards or by range, to catch up")
                .register(meters);
        this.pulled = Counter.builder("curlew.group.pulled")
                .description("Messages on those pages")
                .register(meters);
    }

    @Override
    public String name() {
        return "pull";
    }

    @Override
    public Future<HistoryPage> run(Caller caller, ObjectNode data) {
        String conversation = Fields.text(data, "conversation_id", Conversations.LONGEST_ID);
        return readable.one(caller, conversation)
                .compose(stay -> pages.read(caller, conversation, stay, data))
                .onSuccess(page -> {
                    if ((data.has("after_seq") || data.has("ranges"))
                            && GroupId.ofMessages(conversation).isPresent()) {
                        pulls.increment();
                        pulled.increment(page.messages().size());
                    }
                });
    }
}
