package dev.curlew.push;

import dev.curlew.protocol.GroupReminders.Item;
import dev.curlew.push.Away.Target;
import dev.curlew.push.PushProvider.Calls;
import dev.curlew.push.PushProvider.Content;
import dev.curlew.push.PushProvider.Notice;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The calls that remind of one message of a group, one after the other. */
final class GroupCalls {

    private final Item item;
    private final Content content;
    private final Content mention;
    private final Tools tools;
    private final Map<String, List<Notice>> open = new LinkedHashMap<>();

    /** What all messages share. */
    record Tools(PushProvider provider, Marks marks, Pace pace, PushMeters meters) {}

    /** @param mention what those are told who are mentioned */
    GroupCalls(Item item, Content content, Content mention, Tools tools) {
        this.item = item;
        this.content = content;
        this.mention = mention;
        this.tools = tools;
    }

    /** Reminds those of them who were not reminded before. */
    Future<Void> remind(List<Target> targets) {
        List<Notice> notices = targets.stream()
                .filter(target -> target.uid() != item.reminder().fromUid())
                .map(target ->
                        new Notice(target.uid(), target.tokens(), item.mentions(target.uid()) ? mention : content))
                .toList();
        Calls calls = tools.provider().calls(notices);
        tools.meters().triggered(calls.nameless().noTarget());
        tools.meters().ended(calls.nameless());
        Future<Void> chain = Future.succeededFuture();
        for (Group group : calls.groups()) {
            chain = chain.compose(done -> tools.pace().take(1)).compose(free -> first(group));
        }
        return chain;
    }

    private Future<Void> first(Group group) {
        return tools.provider()
                .callId()
                .compose(id -> tools.marks().set(group, id).compose(marked -> {
                    marked.open()
                            .forEach((call, notices) -> open.computeIfAbsent(call, key -> new ArrayList<>())
                                    .addAll(notices));
                    return call(group.content(), marked.fresh(), id);
                }));
    }

    /**
     * Makes those calls again that a crash may have kept from being made, each whole and under its id; when all members were gone through,
     * since only then it is known who was in one.
     */
    Future<Void> finish() {
        Future<Void> chain = Future.succeededFuture();
        for (List<Notice> notices : open.values()) {
            chain = chain.compose(done -> tools.marks().open(notices)).compose(still -> again(still));
        }
        return chain;
    }

    private Future<Void> again(Map<String, List<Notice>> still) {
        Future<Void> chain = Future.succeededFuture();
        for (Map.Entry<String, List<Notice>> one : still.entrySet()) {
            Content same = one.getValue().get(0).content();
            chain = chain.compose(done -> tools.pace().take(1))
                    .compose(free -> call(same, one.getValue(), Optional.of(one.getKey())));
        }
        return chain;
    }

    private Future<Void> call(Content told, List<Notice> notices, Optional<String> id) {
        if (notices.isEmpty()) {
            return Future.succeededFuture();
        }
        Group group = new Group(told, notices);
        tools.meters().triggered(group.size());
        return tools.provider().call(group, id).compose(tally -> {
            tools.meters().ended(tally);
            return id.isPresent() ? tools.marks().ended(group) : Future.succeededFuture();
        });
    }
}
