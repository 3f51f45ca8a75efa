package dev.curlew.dev;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Ends the children of this JVM when it is gone, even when it was killed outright: a small shell reads their process
 * ids from a pipe and kills what is left when the pipe closes. It has a session of its own, so that neither a Ctrl-C
 * nor a signal to the group of this JVM reaches it. */
final class ChildGuard {
    private static final String SCRIPT = """
            trap '' HUP INT TERM
            pids=
            while read -r op pid; do
              case $op in
                +) pids="$pids $pid" ;;
                -) rest=; for p in $pids; do [ "$p" = "$pid" ] || rest="$rest $p"; done; pids=$rest ;;
              esac
            done
            [ -z "$pids" ] || kill -KILL $pids 2>/dev/null
            """;

    private static ChildGuard instance;

    private final OutputStream pipe;

    private ChildGuard(OutputStream pipe) {
        this.pipe = pipe;
    }

    static synchronized void add(long pid) {
        if (instance == null) {
            instance = new ChildGuard(launch());
        }
        instance.tell('+', pid);
    }

    static synchronized void remove(long pid) {
        if (instance != null) {
            instance.tell('-', pid);
        }
    }

    private void tell(char op, long pid) {
        try {
            pipe.write((op + " " + pid + "\n").getBytes(StandardCharsets.US_ASCII));
            pipe.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("the guard of the child processes is gone", e);
        }
    }

    private static OutputStream launch() {
        try {
            return new ProcessBuilder(ChildProcess.detached(List.of("sh", "-c", SCRIPT)))
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start()
                    .getOutputStream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
