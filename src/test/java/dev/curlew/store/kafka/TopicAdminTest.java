package dev.curlew.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.internals.KafkaFutureImpl;
import org.junit.jupiter.api.Test;

class TopicAdminTest {

    @Test
    void aTopicThatWasJustMadeIsAskedForAgain() throws Exception {
        Iterator<KafkaFuture<String>> answers = List.of(
                        failed(new UnknownTopicOrPartitionException()),
                        failed(new UnknownTopicOrPartitionException()),
                        KafkaFuture.completedFuture("described"))
                .iterator();
        assertThat(TopicAdmin.known(answers::next)).isEqualTo("described");
        assertThat(answers.hasNext()).isFalse();
    }

    @Test
    void whateverElseFailsIsSaid() {
        assertThatThrownBy(() -> TopicAdmin.known(() -> failed(new TopicAuthorizationException("not yours"))))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(TopicAuthorizationException.class);
    }

    private static KafkaFuture<String> failed(Exception why) {
        KafkaFutureImpl<String> future = new KafkaFutureImpl<>();
        future.completeExceptionally(why);
        return future;
    }
}
