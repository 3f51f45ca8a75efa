package dev.curlew.domain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.Requirement;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupIdTest {

    @Test
    void aGroupGoesByThreeNames() {
        GroupId group = new GroupId(10_001);

        assertThat(List.of(group.topic(), group.conversation(), group.notices()))
                .containsExactly("grp_10001", "sg_10001", "n_10001");
        assertThat(GroupId.ofTopic("grp_10001")).contains(group);
        assertThat(GroupId.ofConversation("sg_10001")).contains(group);
        assertThat(GroupId.ofConversation("n_10001")).contains(group);
        assertThat(GroupId.ofNotices("n_10001")).contains(group);
        assertThat(GroupId.ofNotices("sg_10001")).isEmpty();
    }

    @Test
    @Requirement("X-015")
    void notificationsOfAPairAndOfAGroupAreToldApart() {
        assertThat(ConversationId.parse("n_7_12")).map(ConversationId::type).contains(ConversationId.NOTIFICATION);
        assertThat(ConversationId.notifications(12, 7).value()).isEqualTo("n_7_12");
        assertThat(GroupId.ofConversation("n_7_12")).isEmpty();
        assertThat(ConversationId.parse("n_7")).isEmpty();
        assertThat(ConversationId.single(12, 7)).isEqualTo(ConversationId.single(7, 12));
    }

    @Test
    void anythingElseIsNoGroup() {
        for (String text :
                List.of("grp_0", "grp_01", "GRP_1", "grp_", "grp_-1", "grp_9223372036854775808", "grp_1 ", "si_1_2")) {
            assertThat(GroupId.ofTopic(text)).as(text).isEmpty();
        }
    }
}
