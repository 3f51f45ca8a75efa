package dev.curlew.push;

import dev.curlew.push.PushProvider.Notice;
import dev.curlew.push.PushProvider.Tally;
import dev.curlew.store.LogRecord;
import io.vertx.core.Future;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reminds offline users, each message once. It fails, to be tried again, only before a reminder is marked as sent: while a
 * store cannot be asked. What the provider does not take is counted and not repeated.
 */
final class BatchReminder {

    private static final Logger LOG = LoggerFactory.getLogger(BatchReminder.class);

    private final Selection selection;
    private final Composer composer;
    private final PushProvider provider;
    private final PushMeters meters;

    BatchReminder(Selection selection, Composer composer, PushProvider provider, PushMeters meters) {
        this.selection = selection;
        this.composer = composer;
        this.provider = provider;
        this.meters = meters;
    }

    Future<Void> remind(List<LogRecord> records) {
        return selection
                .wanted(Due.of(records))
                .compose(wanted -> composer.devices(wanted, provider.tokensOf())
                        .compose(devices -> selection.fresh(wanted).compose(fresh -> composer.notices(fresh, devices))))
                .compose(this::send);
    }

    private Future<Void> send(List<Notice> notices) {
        if (notices.isEmpty()) {
            return Future.succeededFuture();
        }
        meters.triggered(notices.size());
        return provider.send(notices)
                .otherwise(failure -> {
                    LOG.error("{} reminders could not be sent: {}", notices.size(), failure.toString());
                    return Tally.failed(notices.size());
                })
                .onSuccess(meters::ended)
                .mapEmpty();
    }
}
