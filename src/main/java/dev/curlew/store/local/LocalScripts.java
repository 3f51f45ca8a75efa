package dev.curlew.store.local;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.protocol.Json;
import dev.curlew.store.redis.Script;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.luaj.vm2.Globals;
import org.luaj.vm2.LuaClosure;
import org.luaj.vm2.LuaError;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.Prototype;
import org.luaj.vm2.Varargs;
import org.luaj.vm2.lib.OneArgFunction;
import org.luaj.vm2.lib.VarArgFunction;
import org.luaj.vm2.lib.jse.JsePlatform;

/**
 * Runs the scripts that Redis runs elsewhere, so that both keep the same rules. Values of scripts become those of {@link LocalCommands} and
 * back as Redis turns them. For one thread at a time.
 */
final class LocalScripts {

    private final Globals globals = JsePlatform.standardGlobals();
    private final LocalCommands commands;
    private final Map<String, Prototype> compiled = new HashMap<>();

    LocalScripts(LocalCommands commands) {
        this.commands = commands;
        LuaTable redis = new LuaTable();
        redis.set("call", new Call());
        globals.set("redis", redis);
        LuaTable cjson = new LuaTable();
        cjson.set("decode", new Decode());
        globals.set("cjson", cjson);
        globals.get("string").set("format", new Format());
        globals.set("unpack", globals.get("table").get("unpack"));
    }

    Object run(Script script, List<String> keys, List<String> arguments) {
        globals.set("KEYS", table(keys));
        globals.set("ARGV", table(arguments));
        return answer(new LuaClosure(compile(script), globals).call());
    }

    private Prototype compile(Script script) {
        return compiled.computeIfAbsent(script.sha1(), sha1 -> {
            try {
                return globals.compilePrototype(
                        new ByteArrayInputStream(script.text().getBytes(StandardCharsets.UTF_8)), script.name());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static LuaTable table(List<String> values) {
        LuaTable table = new LuaTable();
        for (int i = 0; i < values.size(); i++) {
            table.set(i + 1, LuaValue.valueOf(values.get(i)));
        }
        return table;
    }

    /** What a script returns as an answer: a number is cut to a whole one, a list ends at its first nil. */
    private static Object answer(LuaValue value) {
        if (value.isnil() || value.isboolean() && !value.toboolean()) {
            return null;
        }
        if (value.isboolean()) {
            return 1L;
        }
        if (value.type() == LuaValue.TNUMBER) {
            return (long) value.todouble();
        }
        if (value.istable()) {
            List<Object> all = new ArrayList<>();
            for (int i = 1; !value.get(i).isnil(); i++) {
                all.add(answer(value.get(i)));
            }
            return all;
        }
        return value.tojstring();
    }

    /** An answer as a script sees it: nothing is false. */
    private static LuaValue seen(Object answer) {
        if (answer == null) {
            return LuaValue.FALSE;
        }
        if (answer instanceof Long number) {
            return LuaValue.valueOf(number.doubleValue());
        }
        if (answer instanceof List<?> all) {
            LuaTable table = new LuaTable();
            for (int i = 0; i < all.size(); i++) {
                table.set(i + 1, seen(all.get(i)));
            }
            return table;
        }
        if (answer instanceof Map<?, ?> map) {
            List<Object> flat = new ArrayList<>();
            map.forEach((field, value) -> {
                flat.add(field);
                flat.add(value);
            });
            return seen(flat);
        }
        return LuaValue.valueOf(answer.toString());
    }

    private final class Call extends VarArgFunction {

        @Override
        public Varargs invoke(Varargs args) {
            List<String> texts = new ArrayList<>();
            for (int i = 2; i <= args.narg(); i++) {
                texts.add(text(args.arg(i)));
            }
            try {
                return seen(commands.run(args.checkjstring(1), texts));
            } catch (IllegalArgumentException | LocalData.WrongType e) {
                throw new LuaError(e.getMessage());
            }
        }

        private static String text(LuaValue value) {
            return value.type() == LuaValue.TNUMBER && value.todouble() == Math.rint(value.todouble())
                    ? Long.toString((long) value.todouble())
                    : value.tojstring();
        }
    }

    private static final class Decode extends OneArgFunction {

        @Override
        public LuaValue call(LuaValue text) {
            try {
                return value(Json.read(text.checkjstring(), JsonNode.class));
            } catch (IllegalArgumentException e) {
                throw new LuaError("not JSON");
            }
        }

        private static LuaValue value(JsonNode node) {
            if (node.isObject() || node.isArray()) {
                LuaTable table = new LuaTable();
                node.fields().forEachRemaining(field -> table.set(field.getKey(), value(field.getValue())));
                for (int i = 0; node.isArray() && i < node.size(); i++) {
                    table.set(i + 1, value(node.get(i)));
                }
                return table;
            }
            if (node.isNumber()) {
                return LuaValue.valueOf(node.doubleValue());
            }
            return node.isTextual() ? LuaValue.valueOf(node.asText()) : LuaValue.valueOf(node.asBoolean());
        }
    }

    /** LuaJ writes no {@code %.0f} as C does. */
    private static final class Format extends VarArgFunction {

        @Override
        public Varargs invoke(Varargs args) {
            String pattern = args.checkjstring(1);
            Object[] values = new Object[args.narg() - 1];
            for (int i = 0; i < values.length; i++) {
                LuaValue value = args.arg(i + 2);
                values[i] = value.isnumber() ? (Object) value.todouble() : value.tojstring();
            }
            return LuaValue.valueOf(String.format(Locale.ROOT, pattern, values));
        }
    }
}
