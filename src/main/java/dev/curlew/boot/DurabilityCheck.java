package dev.curlew.boot;

import dev.curlew.config.CurlewConfig;
import dev.curlew.config.CurlewConfig.Durability;
import dev.curlew.ops.StartRefused;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rule 17: what the stores would lose is looked up at start. A strict node refuses stores that could lose an acknowledged message;
 * a relaxed one starts and says so.
 */
final class DurabilityCheck {

    private static final Logger LOG = LoggerFactory.getLogger(DurabilityCheck.class);

    private DurabilityCheck() {}

    /** @param weaknesses of the stores that hold single chats only */
    static Future<Void> run(CurlewConfig config, StoreClients stores, List<String> weaknesses) {
        return stores.mysql.weaknesses().compose(found -> {
            List<String> all = new ArrayList<>(weaknesses);
            all.addAll(found);
            if (all.isEmpty()) {
                return Future.succeededFuture();
            }
            if (config.durability() == Durability.RELAXED) {
                if (config.production()) {
                    LOG.warn("Durability is relaxed, an acknowledged message may be lost: {}", String.join("; ", all));
                } else {
                    LOG.info(
                            "Durability is relaxed: the development profile runs on single stores, which production refuses: {}",
                            String.join("; ", all));
                }
                return Future.succeededFuture();
            }
            return Future.failedFuture(new StartRefused("These stores could lose acknowledged messages: "
                    + String.join("; ", all)
                    + ". Mend them, or accept it with durability: relaxed."));
        });
    }
}
