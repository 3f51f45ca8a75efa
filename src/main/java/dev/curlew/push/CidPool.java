package dev.curlew.push;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.protocol.Json;
import dev.curlew.vendor.VendorHttp;
import dev.curlew.vendor.VendorHttp.Answer;
import dev.curlew.vendor.VendorHttp.Call;
import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ids by which JPush knows a repeated call. JPush hands them out itself, some at a time, and forgets them after a day. While it
 * gives none, calls go without one, and are then repeated only where JPush surely did nothing.
 */
final class CidPool {

    private static final Logger LOG = LoggerFactory.getLogger(CidPool.class);
    private static final long FRESH_MS = 12 * 3_600_000L;
    private static final long PAUSE_MS = 30_000;

    private final VendorHttp http;
    private final Call request;
    private final Deque<String> ids = new ArrayDeque<>();
    private Future<Void> filling;
    private long filledAt;
    private long notBefore = Long.MIN_VALUE;

    /** @param request fetches some ids */
    CidPool(VendorHttp http, Call request) {
        this.http = http;
        this.request = request;
    }

    /** An id nobody else gets; empty when there is none to be had. */
    Future<Optional<String>> take() {
        Future<Void> fill;
        synchronized (this) {
            long now = now();
            if (now - filledAt > FRESH_MS) {
                ids.clear();
            }
            String id = ids.poll();
            if (id != null || now < notBefore) {
                return Future.succeededFuture(Optional.ofNullable(id));
            }
            if (filling == null) {
                filling =
                        http.once(request).map(this::keep).recover(this::failed).mapEmpty();
            }
            fill = filling;
        }
        return fill.compose(done -> {
            filled(fill);
            return take();
        });
    }

    private synchronized void filled(Future<Void> fill) {
        if (filling == fill) {
            filling = null;
        }
    }

    private synchronized boolean keep(Answer answer) {
        JsonNode list = answer.ok()
                ? Json.read(answer.body().getBytes(), JsonNode.class).path("cidlist")
                : null;
        if (list == null || !list.isArray() || list.isEmpty()) {
            throw new IllegalStateException("status " + answer.status());
        }
        list.forEach(id -> ids.add(id.asText()));
        filledAt = now();
        return true;
    }

    private synchronized Future<Boolean> failed(Throwable failure) {
        notBefore = now() + PAUSE_MS;
        LOG.warn("JPush gives no ids for calls, going on without: {}", failure.toString());
        return Future.succeededFuture(false);
    }

    private static long now() {
        return System.nanoTime() / 1_000_000;
    }
}
