package dev.curlew.store.local;

import dev.curlew.store.redis.RedisAccess;
import dev.curlew.store.redis.RedisKeys;
import dev.curlew.store.redis.Script;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.RequestImpl;
import io.vertx.redis.client.impl.types.BulkType;
import io.vertx.redis.client.impl.types.MultiType;
import io.vertx.redis.client.impl.types.NumberType;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What Redis is to a cluster, in the memory of a node alone: sequence numbers, claims, presence and copies. It begins empty, as a
 * Redis that lost everything does, and is filled from MySQL in the same way. Safe for several threads; a call is answered at once.
 */
public final class LocalRedis implements RedisAccess {

    private static final long SWEEP_MS = 30_000;

    private final Vertx vertx;
    private final RedisKeys keys;
    private final LocalData data;
    private final LocalCommands commands;
    private final LocalScripts scripts;
    private final Map<String, Script> known = new ConcurrentHashMap<>();
    private final LongAdder asked = new LongAdder();
    private final String runId = UUID.randomUUID().toString();
    private long timer = -1;

    public LocalRedis(Vertx vertx, RedisKeys keys) {
        this.vertx = vertx;
        this.keys = keys;
        this.data = new LocalData(System::currentTimeMillis);
        this.commands = new LocalCommands(data);
        this.scripts = new LocalScripts(commands);
    }

    @Override
    public Future<Void> open() {
        timer = vertx.setPeriodic(SWEEP_MS, id -> {
            synchronized (data) {
                data.sweep(keys::isCopy);
            }
        });
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> close() {
        vertx.cancelTimer(timer);
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> ping() {
        return Future.succeededFuture();
    }

    @Override
    public long requests() {
        return asked.sum();
    }

    @Override
    public Future<Response> send(Request request) {
        return batch(List.of(request)).map(responses -> responses.get(0));
    }

    @Override
    public Future<List<Response>> batch(List<Request> requests) {
        asked.increment();
        List<Response> responses = new ArrayList<>(requests.size());
        RuntimeException failed = null;
        synchronized (data) {
            for (Request request : requests) {
                try {
                    responses.add(response(run((RequestImpl) request)));
                } catch (RuntimeException e) {
                    failed = e;
                }
            }
        }
        return failed == null ? Future.succeededFuture(responses) : Future.failedFuture(failed);
    }

    /** The script is named by its digest; it is kept since nothing else is asked for here. */
    @Override
    public Request script(Script script, List<String> names, List<String> arguments) {
        known.putIfAbsent(script.sha1(), script);
        return script.byDigest(names, arguments);
    }

    @Override
    public String runId() {
        return runId;
    }

    @Override
    public boolean up() {
        return true;
    }

    private Object run(RequestImpl request) {
        List<String> args = request.getArgs().stream()
                .map(arg -> new String(arg, StandardCharsets.UTF_8))
                .toList();
        if (request.command() != Command.EVALSHA) {
            return commands.run(request.command().toString(), args);
        }
        int end = 2 + Integer.parseInt(args.get(1));
        return scripts.run(known.get(args.get(0)), args.subList(2, end), args.subList(end, args.size()));
    }

    private static Response response(Object answer) {
        if (answer == null) {
            return null;
        }
        if (answer instanceof Long number) {
            return NumberType.create(number);
        }
        if (answer instanceof List<?> all) {
            MultiType multi = MultiType.create(all.size(), false);
            all.forEach(one -> multi.add(response(one)));
            return multi;
        }
        if (answer instanceof Map<?, ?> map) {
            MultiType multi = MultiType.create(map.size() * 2L, true);
            map.forEach((field, value) -> {
                multi.add(response(field));
                multi.add(response(value));
            });
            return multi;
        }
        return BulkType.create(Buffer.buffer(answer.toString()), false);
    }
}
