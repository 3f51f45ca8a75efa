package dev.curlew.chaos;

import java.io.IOException;
import java.util.Arrays;

/** Runs a main class in a child JVM that ends when its parent does: the parent holds the other end of standard input. */
public final class ChildMain {

    private ChildMain() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        Thread watch = new Thread(ChildMain::endWithParent, "parent-watch");
        watch.setDaemon(true);
        watch.start();
        Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(args, 1, args.length));
    }

    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        } catch (IOException ignored) {
            // A broken pipe means the same as its end.
        }
        Runtime.getRuntime().halt(1);
    }
}
