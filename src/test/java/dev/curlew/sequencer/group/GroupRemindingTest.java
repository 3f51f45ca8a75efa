package dev.curlew.sequencer.group;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.domain.GroupId;
import dev.curlew.domain.Message;
import dev.curlew.protocol.GroupReminders;
import dev.curlew.protocol.GroupReminders.Item;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What of a batch of a group's messages becomes a task. */
class GroupRemindingTest {

    private static final GroupId GROUP = new GroupId(7);

    private final List<GroupReminders> tasks = new ArrayList<>();
    private final GroupReminding reminding = new GroupReminding(task -> {
        tasks.add(task);
        return Future.succeededFuture();
    });

    @Test
    void allMessagesOfABatchAreOneTaskWhoeverTheMembersAre() {
        reminding.remind("demo", GROUP, List.of(message(1, true), message(2, false), message(3, true)));
        assertThat(tasks).hasSize(1);
        assertThat(tasks.get(0).items()).extracting(Item::seq).containsExactly(1L, 3L);
        Item item = tasks.get(0).items().get(0);
        assertThat(item.reminder().title()).isEqualTo("Alice");
        assertThat(item.mentions(5)).isTrue();
        assertThat(item.mentions(6)).isFalse();
    }

    @Test
    void whatRemindsNobodyIsNoTask() {
        reminding.remind("demo", GROUP, List.of(message(1, false)));
        assertThat(tasks).isEmpty();
    }

    @Test
    void manyMessagesAreSeveralTasksInOrder() {
        reminding.remind(
                "demo",
                GROUP,
                LongStream.rangeClosed(1, 250)
                        .mapToObj(seq -> message(seq, true))
                        .toList());
        assertThat(tasks).extracting(task -> task.items().size()).containsExactly(100, 100, 50);
        assertThat(tasks.stream().flatMap(task -> task.items().stream()).map(Item::seq))
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, 250).boxed().toList());
    }

    @Test
    void aTaskThatCannotBeHandedOnHoldsUpNobody() {
        new GroupReminding(task -> Future.failedFuture("away")).remind("demo", GROUP, List.of(message(1, true)));
    }

    private static Message message(long seq, boolean reminds) {
        return new Message(
                "demo",
                GROUP.conversation(),
                2,
                seq,
                "c" + seq,
                "s" + seq,
                1,
                0,
                "Alice",
                "",
                5,
                100,
                106,
                "{\"text\":\"hello\"}",
                "hash",
                1,
                1,
                Map.of("offline_push", reminds),
                List.of(5L),
                false,
                null,
                null,
                null,
                null,
                null);
    }
}
