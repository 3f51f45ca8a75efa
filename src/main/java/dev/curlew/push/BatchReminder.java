package dev.curlew.push;

import dev.curlew.protocol.Json;
import dev.curlew.protocol.OfflineRecord;
import dev.curlew.protocol.PushBatch.Reminder;
import dev.curlew.push.PushProvider.Notice;
import dev.curlew.store.redis.RedisCommands;
import dev.curlew.store.redis.RedisKeys;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reminds offline users, each message once: a mark in Redis is taken before the provider is called. A call that fails is
 * counted and not repeated, since a second reminder is worse than a missing one; the message itself is safe.
 */
final class BatchReminder {

    /** Between 5 and 30 minutes. */
    private static final long DEDUP_S = 1_200;

    private static final Logger LOG = LoggerFactory.getLogger(BatchReminder.class);

    private final RedisCommands redis;
    private final RedisKeys keys;
    private final PushProvider provider;
    private final Counter triggered;
    private final Counter succeeded;
    private final Counter failed;

    BatchReminder(RedisCommands redis, RedisKeys keys, PushProvider provider, MeterRegistry metrics) {
        this.redis = redis;
        this.keys = keys;
        this.provider = provider;
        this.triggered = Counter.builder("curlew.push.triggered").register(metrics);
        this.succeeded = Counter.builder("curlew.push.succeeded").register(metrics);
        this.failed = Counter.builder("curlew.push.failed").register(metrics);
    }

    Future<Void> remind(List<ConsumerRecord<String, byte[]>> records) {
        List<Notice> notices = new ArrayList<>();
        records.forEach(record -> notices.addAll(decode(record)));
        List<Request> marks = notices.stream()
                .map(notice -> Request.cmd(Command.SET)
                        .arg(keys.pushDedup(notice.tenant(), notice.conversationId(), notice.seq(), notice.uid()))
                        .arg("1")
                        .arg("NX")
                        .arg("EX")
                        .arg(DEDUP_S))
                .toList();
        return redis.batch(marks)
                .map(answers -> IntStream.range(0, notices.size())
                        .filter(i -> answers.get(i) != null)
                        .mapToObj(notices::get)
                        .toList())
                .compose(this::send);
    }

    private Future<Void> send(List<Notice> fresh) {
        if (fresh.isEmpty()) {
            return Future.succeededFuture();
        }
        triggered.increment(fresh.size());
        return provider.send(fresh)
                .onSuccess(sent -> succeeded.increment(fresh.size()))
                .recover(failure -> {
                    failed.increment(fresh.size());
                    LOG.warn("{} reminders could not be sent: {}", fresh.size(), failure.toString());
                    return Future.succeededFuture();
                });
    }

    private static List<Notice> decode(ConsumerRecord<String, byte[]> record) {
        try {
            OfflineRecord offline = Json.read(record.value(), OfflineRecord.class);
            return offline.items().stream()
                    .map(item -> notice(offline, item, item.reminder()))
                    .toList();
        } catch (IllegalArgumentException e) {
            LOG.error(
                    "Set aside an unreadable reminder at {}-{}: {}",
                    record.topic(),
                    record.partition(),
                    record.offset());
            return List.of();
        }
    }

    private static Notice notice(OfflineRecord offline, OfflineRecord.Item item, Reminder reminder) {
        return new Notice(
                offline.tenant(),
                offline.uid(),
                item.conversationId(),
                item.seq(),
                reminder.title(),
                reminder.ex(),
                reminder.iosPushSound(),
                reminder.badge());
    }
}
