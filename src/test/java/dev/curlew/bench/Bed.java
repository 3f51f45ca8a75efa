package dev.curlew.bench;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.bench.load.BareServer;
import dev.curlew.dev.Ports;
import dev.curlew.dev.TalkingJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Nodes with their stores, the bare server beside them, and generators. With one node, node and bare server share the first processor,
 * by turns, and everything else has the others, so that what is compared is what each does with one core.
 */
final class Bed implements AutoCloseable {

    /** The same for both, with all of the heap taken at once so that it does not show as growth. */
    private static final List<String> JVM =
            List.of("-Xms768m", "-Xmx768m", "-Xmn256m", "-XX:+AlwaysPreTouch", "-XX:+UseSerialGC");

    private final boolean pinned;
    private final Target target;
    private final List<Generator> generators = new ArrayList<>();
    private final TalkingJvm bare;
    private final int barePort = Ports.free();
    private final Crowd crowd;

    Bed(int nodes, Consumer<String> progress) {
        pinned = nodes == 1 && Runtime.getRuntime().availableProcessors() > 1;
        List<String> options = new ArrayList<>(JVM);
        if (pinned) {
            options.add("-XX:ActiveProcessorCount=1");
        }
        target = Target.own(nodes, options, progress);
        String loops = Integer.toString(pinned ? 1 : Runtime.getRuntime().availableProcessors());
        bare = new TalkingJvm(BareServer.class.getName(), options, Integer.toString(barePort), loops);
        bare.answer();
        if (pinned) {
            target.pids().forEach(pid -> Cores.first(pid));
            Cores.first(bare.pid());
            target.storePids().forEach(Cores::allButFirst);
        }
        crowd = new Crowd(target.urls().get(0));
    }

    Target target() {
        return target;
    }

    Crowd crowd() {
        return crowd;
    }

    int barePort() {
        return barePort;
    }

    long barePid() {
        return bare.pid();
    }

    Generator generator() {
        Generator generator = new Generator();
        generators.add(generator);
        if (pinned) {
            Cores.allButFirst(generator.pid());
        }
        return generator;
    }

    /** Adds whose processor time is to be told: that of the nodes, with everything else that belongs to the bench known. */
    ObjectNode watched(ObjectNode command) {
        return watched(command, target.pids(), List.of(bare.pid()));
    }

    /** The same for the bare server. */
    ObjectNode watchedBare(ObjectNode command) {
        return watched(command, List.of(bare.pid()), target.pids());
    }

    private ObjectNode watched(ObjectNode command, List<Long> servers, List<Long> beside) {
        ArrayNode watched = command.putArray("servers");
        servers.forEach(watched::add);
        ArrayNode known = command.putArray("known");
        target.storePids().forEach(known::add);
        beside.forEach(known::add);
        known.add(ProcessHandle.current().pid());
        return command;
    }

    /** Ends the generators and with them all their sockets. */
    void rest() {
        generators.forEach(Generator::close);
        generators.clear();
    }

    @Override
    public void close() {
        rest();
        bare.close();
        target.close();
    }
}
