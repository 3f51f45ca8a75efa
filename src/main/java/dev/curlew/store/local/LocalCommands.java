package dev.curlew.store.local;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The commands that this project's code and scripts use, on {@link LocalData}, with the meaning Redis gives them. An answer is null, a
 * {@code String}, a {@code Long}, a list of answers, or a map for {@code HGETALL}.
 */
final class LocalCommands {

    /** A command; its arguments are without its name. */
    private interface Command {
        Object run(List<String> args);
    }

    private final LocalData data;
    private final Map<String, Command> commands = new HashMap<>();

    LocalCommands(LocalData data) {
        this.data = data;
        keys();
        texts();
        hashes();
        sets();
        scores();
    }

    boolean knows(String name) {
        return commands.containsKey(name.toUpperCase(Locale.ROOT));
    }

    Object run(String name, List<String> args) {
        Command command = commands.get(name.toUpperCase(Locale.ROOT));
        if (command == null) {
            throw new IllegalArgumentException("ERR unknown command " + name);
        }
        return command.run(args);
    }

    private void keys() {
        commands.put("PING", args -> "PONG");
        commands.put("TIME", args -> {
            long now = data.now();
            return List.of(Long.toString(now / 1_000), Long.toString(now % 1_000 * 1_000));
        });
        commands.put("DEL", args -> args.stream().filter(data::remove).count());
        commands.put("UNLINK", commands.get("DEL"));
        commands.put("EXISTS", args -> args.stream().filter(data::exists).count());
        commands.put("EXPIRE", args -> bit(data.ends(args.get(0), data.now() + number(args, 1) * 1_000)));
        commands.put("PEXPIRE", args -> bit(data.ends(args.get(0), data.now() + number(args, 1))));
        commands.put("PTTL", args -> data.left(args.get(0)));
        commands.put("TTL", args -> {
            long left = data.left(args.get(0));
            return left < 0 ? left : (left + 500) / 1_000;
        });
        commands.put("RENAME", args -> {
            if (!data.exists(args.get(0))) {
                throw new IllegalArgumentException("ERR no such key");
            }
            data.rename(args.get(0), args.get(1));
            return "OK";
        });
    }

    private void texts() {
        commands.put("GET", args -> data.text(args.get(0)));
        commands.put("MGET", args -> {
            List<Object> found = new ArrayList<>();
            args.forEach(key -> found.add(data.text(key)));
            return found;
        });
        commands.put("SET", this::set);
        commands.put("INCR", args -> add(args.get(0), 1));
        commands.put("INCRBY", args -> add(args.get(0), number(args, 1)));
    }

    private Object set(List<String> args) {
        String key = args.get(0);
        long ends = 0;
        boolean keep = false;
        for (int i = 2; i < args.size(); i++) {
            switch (args.get(i).toUpperCase(Locale.ROOT)) {
                case "NX" -> {
                    if (data.exists(key)) {
                        return null;
                    }
                }
                case "XX" -> {
                    if (!data.exists(key)) {
                        return null;
                    }
                }
                case "KEEPTTL" -> keep = true;
                case "EX" -> ends = data.now() + number(args, ++i) * 1_000;
                case "PX" -> ends = data.now() + number(args, ++i);
                default -> throw new IllegalArgumentException("ERR syntax error: SET " + args.get(i));
            }
        }
        data.text(key, args.get(1), keep);
        if (ends > 0) {
            data.ends(key, ends);
        }
        return "OK";
    }

    private long add(String key, long more) {
        String before = data.text(key);
        long after = (before == null ? 0 : Long.parseLong(before)) + more;
        data.text(key, Long.toString(after), true);
        return after;
    }

    private void hashes() {
        commands.put("HGET", args -> data.hash(args.get(0)).get(args.get(1)));
        commands.put("HGETALL", args -> new LinkedHashMap<>(data.hash(args.get(0))));
        commands.put("HLEN", args -> (long) data.hash(args.get(0)).size());
        commands.put("HEXISTS", args -> bit(data.hash(args.get(0)).containsKey(args.get(1))));
        commands.put("HMGET", args -> {
            List<Object> found = new ArrayList<>();
            rest(args).forEach(field -> found.add(data.hash(args.get(0)).get(field)));
            return found;
        });
        commands.put("HSET", args -> {
            Map<String, String> hash = data.hashToChange(args.get(0));
            long fresh = 0;
            for (int i = 1; i < args.size(); i += 2) {
                fresh += hash.put(args.get(i), args.get(i + 1)) == null ? 1 : 0;
            }
            return fresh;
        });
        commands.put(
                "HSETNX", args -> bit(data.hashToChange(args.get(0)).putIfAbsent(args.get(1), args.get(2)) == null));
        commands.put("HINCRBY", args -> {
            Map<String, String> hash = data.hashToChange(args.get(0));
            long after = Long.parseLong(hash.getOrDefault(args.get(1), "0")) + number(args, 2);
            hash.put(args.get(1), Long.toString(after));
            return after;
        });
        commands.put("HDEL", args -> {
            Map<String, String> hash = data.hashToChange(args.get(0));
            long gone = rest(args).stream()
                    .filter(field -> hash.remove(field) != null)
                    .count();
            data.dropEmpty(args.get(0));
            return gone;
        });
    }

    private void sets() {
        commands.put("SADD", args -> {
            Set<String> set = data.setToChange(args.get(0));
            return rest(args).stream().filter(set::add).count();
        });
        commands.put("SREM", args -> {
            Set<String> set = data.setToChange(args.get(0));
            long gone = rest(args).stream().filter(set::remove).count();
            data.dropEmpty(args.get(0));
            return gone;
        });
        commands.put("SCARD", args -> (long) data.set(args.get(0)).size());
        commands.put("SMEMBERS", args -> List.copyOf(data.set(args.get(0))));
        commands.put("SISMEMBER", args -> bit(data.set(args.get(0)).contains(args.get(1))));
        commands.put("SMISMEMBER", args -> {
            Set<String> set = data.set(args.get(0));
            return rest(args).stream().map(member -> bit(set.contains(member))).toList();
        });
        commands.put("SRANDMEMBER", args -> {
            List<String> all = List.copyOf(data.set(args.get(0)));
            return args.size() == 1
                    ? all.stream().findFirst().orElse(null)
                    : all.subList(0, (int) Math.min(all.size(), Math.abs(number(args, 1))));
        });
        // In one piece: it is in memory already.
        commands.put("SSCAN", args -> List.of("0", List.copyOf(data.set(args.get(0)))));
        commands.put("SUNIONSTORE", args -> {
            Set<String> all = new HashSet<>();
            rest(args).forEach(key -> all.addAll(data.set(key)));
            data.remove(args.get(0));
            if (!all.isEmpty()) {
                data.setToChange(args.get(0)).addAll(all);
            }
            return (long) all.size();
        });
    }

    private void scores() {
        commands.put("ZADD", args -> {
            Map<String, Double> scores = data.scoresToChange(args.get(0));
            long fresh = 0;
            for (int i = 1; i < args.size(); i += 2) {
                fresh += scores.put(args.get(i + 1), Double.parseDouble(args.get(i))) == null ? 1 : 0;
            }
            return fresh;
        });
        commands.put("ZREM", args -> {
            Map<String, Double> scores = data.scoresToChange(args.get(0));
            long gone = rest(args).stream()
                    .filter(member -> scores.remove(member) != null)
                    .count();
            data.dropEmpty(args.get(0));
            return gone;
        });
        commands.put("ZCARD", args -> (long) data.scores(args.get(0)).size());
        commands.put("ZSCORE", args -> score(data.scores(args.get(0)).get(args.get(1))));
        commands.put("ZMSCORE", args -> {
            List<Object> found = new ArrayList<>();
            rest(args)
                    .forEach(member -> found.add(score(data.scores(args.get(0)).get(member))));
            return found;
        });
        commands.put(
                "ZCOUNT",
                args -> data.scores(args.get(0)).values().stream()
                        .filter(between(args.get(1), args.get(2)))
                        .count());
        commands.put("ZRANGE", args -> {
            List<String> all = data.ordered(args.get(0), score -> true);
            long from = number(args, 1) < 0 ? all.size() + number(args, 1) : number(args, 1);
            long to = number(args, 2) < 0 ? all.size() + number(args, 2) : number(args, 2);
            long end = Math.min(all.size(), to + 1);
            return from >= end ? List.of() : all.subList((int) Math.max(0, from), (int) end);
        });
        commands.put("ZRANGEBYSCORE", args -> data.ordered(args.get(0), between(args.get(1), args.get(2))));
        commands.put("ZREMRANGEBYSCORE", args -> {
            Map<String, Double> scores = data.scoresToChange(args.get(0));
            int before = scores.size();
            scores.values().removeIf(between(args.get(1), args.get(2)));
            long gone = before - scores.size();
            data.dropEmpty(args.get(0));
            return gone;
        });
    }

    private static Predicate<Double> between(String low, String high) {
        double from = bound(low);
        double to = bound(high);
        return score -> (low.startsWith("(") ? score > from : score >= from)
                && (high.startsWith("(") ? score < to : score <= to);
    }

    private static double bound(String text) {
        String plain = text.startsWith("(") ? text.substring(1) : text;
        return switch (plain) {
            case "-inf" -> Double.NEGATIVE_INFINITY;
            case "+inf", "inf" -> Double.POSITIVE_INFINITY;
            default -> Double.parseDouble(plain);
        };
    }

    private static String score(Double score) {
        if (score == null) {
            return null;
        }
        return score == Math.rint(score) && Math.abs(score) < 1e17
                ? Long.toString(score.longValue())
                : Double.toString(score);
    }

    private static List<String> rest(List<String> args) {
        return args.subList(1, args.size());
    }

    private static long number(List<String> args, int at) {
        return Long.parseLong(args.get(at));
    }

    private static long bit(boolean yes) {
        return yes ? 1L : 0L;
    }
}
