package dev.curlew.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.push.PushProvider.Content;
import dev.curlew.push.PushProvider.Notice;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Equal notices share calls, and no call has more targets than a vendor takes. */
class GroupTest {

    @Test
    void equalNoticesShareCallsOfAtMostAThousand() {
        List<Notice> notices = LongStream.rangeClosed(1, 2_500)
                .mapToObj(uid -> new Notice(uid, List.of(), content(7, 1L)))
                .toList();
        List<Group> groups = Group.of(notices, 1_000, notice -> 1);
        assertThat(groups).extracting(Group::size).containsExactly(1_000, 1_000, 500);
        assertThat(groups.stream().flatMap(group -> group.notices().stream())).containsExactlyElementsOf(notices);
    }

    @Test
    void whatDiffersInAnythingTheUserSeesGoesApart() {
        List<Notice> notices = List.of(
                new Notice(1, List.of(), content(7, 1L)),
                new Notice(2, List.of(), content(7, 2L)),
                new Notice(3, List.of(), content(7, null)),
                new Notice(4, List.of(), content(8, 1L)),
                new Notice(5, List.of(), content(7, 1L)));
        assertThat(Group.of(notices, 1_000, notice -> 1))
                .extracting(Group::size)
                .containsExactly(2, 1, 1, 1);
    }

    @Test
    void theTokensOfAUserStayInOneCall() {
        List<Notice> notices = LongStream.rangeClosed(1, 3)
                .mapToObj(uid -> new Notice(uid, Collections.nCopies(400, "token"), content(7, 1L)))
                .toList();
        assertThat(Group.of(notices, 1_000, notice -> notice.tokens().size()))
                .extracting(Group::size)
                .containsExactly(2, 1);
    }

    @Test
    void halvesAreDisjointAndWhole() {
        Group group = Group.of(
                        LongStream.rangeClosed(1, 5)
                                .mapToObj(uid -> new Notice(uid, List.of(), content(7, 1L)))
                                .toList(),
                        1_000,
                        notice -> 1)
                .get(0);
        assertThat(group.halves()).extracting(Group::size).containsExactly(2, 3);
    }

    private static Content content(long seq, Long badge) {
        return new Content("demo", "si_1_2", seq, 1, "Alice", "You have a new message", null, null, badge);
    }
}
