package dev.curlew.group;

import static dev.curlew.group.GroupWorld.code;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.client.Account;
import dev.curlew.domain.GroupId;
import dev.curlew.store.mysql.Databases;
import dev.curlew.store.mysql.GroupFileStore;
import dev.curlew.store.mysql.GroupFileStore.Attachment;
import dev.curlew.store.mysql.GroupFileStore.Source;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Files of a group, registered as a message's transaction does it and listed over both nodes. */
class GroupFilesIT extends GroupProbe {

    private static final long SENT_AT = 1_790_000_000_123L;

    private GroupFileStore files;

    @BeforeAll
    void open() {
        files = new GroupFileStore(
                world.mysql, new Databases(world.cluster.config(0).mysql().databasePrefix()));
    }

    @Test
    void filesAreListedNewestFirstPageByPage() {
        List<Account> u = world.users("owner", "member", "stranger");
        String topic = world.group(u.get(0), u.get(1));
        register(topic, 3, u.get(0), "three-a", "three-b");
        register(topic, 5, u.get(1), "five");
        register(topic, 4, u.get(1), "four");
        register(topic, 5, u.get(1), "five");
        register(topic, 6, u.get(1));
        assertThat(names(0, u.get(1), topic, "")).containsExactly("five", "four", "three-b", "three-a");
        List<String> onePerPage = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = world.get(1, u.get(0), "/" + topic + "/files?limit=1" + cursor)
                    .ok();
            onePerPage.add(page.at("/files/0/name").asText());
            cursor = page.path("next_cursor").isNull()
                    ? null
                    : "&cursor=" + page.path("next_cursor").asText();
        } while (cursor != null);
        assertThat(onePerPage).containsExactly("five", "four", "three-b", "three-a");
        JsonNode file = world.get(1, u.get(0), "/" + topic + "/files").ok().at("/files/3");
        assertThat(file.path("seq").asLong()).isEqualTo(3);
        assertThat(file.path("position").asInt()).isZero();
        assertThat(file.path("from_uid").asLong()).isEqualTo(u.get(0).uid());
        assertThat(file.path("url").asText()).isEqualTo("key/three-a");
        assertThat(file.path("mime").asText()).isEqualTo("text/plain");
        assertThat(file.path("size").asLong()).isEqualTo(12);
        assertThat(file.path("created_at").asLong()).isEqualTo(SENT_AT);
        assertThat(code(world.get(0, u.get(2), "/" + topic + "/files"))).isEqualTo(ABSENT);
        assertThat(code(world.get(0, u.get(0), "/" + topic + "/files?cursor=x")))
                .isEqualTo(INVALID);
        assertThat(names(0, u.get(0), world.group(u.get(0)), "")).isEmpty();
    }

    @Test
    void whoComesBackSeesWhatCameSince() {
        List<Account> u = world.users("owner", "member");
        String topic = world.group(u.get(0), u.get(1));
        register(topic, 1, u.get(0), "before");
        world.rows("UPDATE {im_topic_seq} SET high = 1 WHERE topic = ?", topic);
        leave(0, u.get(1), topic);
        assertThat(code(world.get(1, u.get(1), "/" + topic + "/files"))).isEqualTo(ABSENT);
        register(topic, 3, u.get(0), "while away");
        world.rows("UPDATE {im_topic_seq} SET high = 3 WHERE topic = ?", topic);
        assertThat(add(0, u.get(0), topic, u.get(1))).isZero();
        register(topic, 4, u.get(0), "since");
        assertThat(names(1, u.get(1), topic, "")).containsExactly("since");
        assertThat(names(1, u.get(0), topic, "")).containsExactly("since", "while away", "before");
    }

    private void register(String topic, long seq, Account from, String... names) {
        List<Attachment> attachments = new ArrayList<>();
        for (String name : names) {
            attachments.add(new Attachment("key/" + name, name, "text/plain", 12));
        }
        GroupId group = GroupId.ofTopic(topic).orElseThrow();
        GroupWorld.await(world.mysql.transaction(transaction -> files.register(
                transaction, GroupWorld.TENANT, new Source(group, seq, from.uid(), SENT_AT), attachments)));
    }

    private List<String> names(int node, Account as, String topic, String query) {
        List<String> names = new ArrayList<>();
        world.get(node, as, "/" + topic + "/files" + query)
                .ok()
                .path("files")
                .forEach(file -> names.add(file.path("name").asText()));
        return names;
    }
}
