package dev.curlew.bench.load;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The generator's program. Ends when its standard input does. */
public final class LoadMain {

    private final Loop loop = new Loop();
    private final Map<String, PeerSet> sets = new HashMap<>();

    private LoadMain() {}

    public static void main(String[] args) throws IOException {
        LoadMain main = new LoadMain();
        Thread thread = new Thread(main.loop::run, "load");
        thread.setUncaughtExceptionHandler((same, failure) -> {
            System.err.println("failed: " + failure);
            System.exit(1);
        });
        thread.setDaemon(true);
        thread.start();
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            JsonNode command = Json.read(line, JsonNode.class);
            main.loop.execute(() -> main.obey(command));
        }
    }

    private void obey(JsonNode command) {
        try {
            switch (command.path("cmd").asText()) {
                case "open" -> open(command);
                case "say" -> {
                    set(command, "senders")
                            .peer(0)
                            .send(command.path("text").asText().getBytes(StandardCharsets.UTF_8));
                    answer(Json.object());
                }
                case "flood" ->
                    new Flood(loop, set(command, "receivers"), set(command, "senders"), command, LoadMain::answer);
                case "paced" -> paced(command);
                case "close" -> {
                    PeerSet set = sets.remove(command.path("set").asText());
                    loop.remove(set);
                    set.close();
                    answer(Json.object());
                }
                default -> throw new IllegalArgumentException(command.toString());
            }
        } catch (IOException | RuntimeException e) {
            answer(Json.object().put("failure", e.toString()));
        }
    }

    private void open(JsonNode command) throws IOException {
        PeerSet.Place place = new PeerSet.Place(
                command.path("host").asText("127.0.0.1"),
                command.path("port").asInt(),
                command.path("path").asText("/ws"),
                command.path("source").asText(null));
        long begun = System.nanoTime();
        PeerSet set = new PeerSet(
                loop,
                place,
                hellos(command),
                opened -> answer(Json.object()
                        .put("open", opened.size())
                        .put("failed", opened.failed())
                        .put("ms", (System.nanoTime() - begun) / 1_000_000)));
        sets.put(command.path("set").asText(), set);
        loop.add(set);
    }

    /** A login with each token of a file, or nothing to say where no file is named. */
    private static List<String> hellos(JsonNode command) throws IOException {
        int from = command.path("from").asInt();
        int count = command.path("count").asInt();
        if (!command.has("tokens")) {
            return Collections.nCopies(count, null);
        }
        List<String> tokens =
                Files.readAllLines(Path.of(command.path("tokens").asText())).subList(from, from + count);
        List<String> hellos = new ArrayList<>(count);
        for (String token : tokens) {
            ObjectNode login = Json.object().put("op", "login").put("id", "l");
            login.putObject("data")
                    .put("token", token)
                    .put("batch", command.path("batch").asBoolean())
                    .put("auto_attach", command.path("attach").asBoolean(true));
            hellos.add(Json.text(login));
        }
        return hellos;
    }

    private void paced(JsonNode command) {
        Map<String, PeerSet> receivers = new LinkedHashMap<>();
        command.path("receivers").forEach(name -> receivers.put(name.asText(), sets.get(name.asText())));
        new Paced(loop, receivers, set(command, "senders"), command, LoadMain::answer);
    }

    private PeerSet set(JsonNode command, String role) {
        return sets.get(command.path(role).asText());
    }

    private static void answer(ObjectNode answer) {
        System.out.println(Json.text(answer));
    }
}
