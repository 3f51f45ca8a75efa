package dev.curlew.boot;

import dev.curlew.config.CurlewConfig;
import dev.curlew.ops.StartRefused;
import dev.curlew.store.mysql.InstallationStore;
import io.vertx.core.Future;
import java.util.Locale;

/** What cannot be chosen again: a node that wants it otherwise would not find what is there. */
final class FirstChoices {

    private static final String SINGLE = "store.single";

    private FirstChoices() {}

    /** Fails with {@link StartRefused} where the installation was begun otherwise. */
    static Future<Void> check(CurlewConfig config, StoreClients stores) {
        String wanted = config.store().single().name().toLowerCase(Locale.ROOT);
        return new InstallationStore(stores.mysql, stores.databases)
                .begunWith(SINGLE, wanted)
                .compose(begun -> begun.equals(wanted)
                        ? Future.succeededFuture()
                        : Future.failedFuture(new StartRefused(SINGLE + " is " + wanted
                                + ", but this installation keeps its single chats in " + begun + ": set " + SINGLE
                                + ": "
                                + begun + ", or name another one with mysql.database_prefix")));
    }
}
