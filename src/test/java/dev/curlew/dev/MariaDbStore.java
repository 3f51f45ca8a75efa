package dev.curlew.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A real MariaDB server with small buffers, each commit flushed; user {@code root} without a password, loopback only. */
public final class MariaDbStore extends StoreProcess {
    private final MariaDbFiles files;

    MariaDbStore(int port, Path root, Path tools) {
        super("mariadb", port, root);
        this.files = new MariaDbFiles(tools);
    }

    public String user() {
        return "root";
    }

    public String password() {
        return "";
    }

    @Override
    void prepare() throws IOException {
        files.provide();
        if (!Files.exists(data())) {
            files.newData(data());
        }
    }

    @Override
    List<String> command() {
        Path base = files.base();
        List<String> command =
                new ArrayList<>(List.of(base.resolve("bin/mariadbd").toString(), "--no-defaults"));
        command.addAll(List.of("--basedir=" + base, "--datadir=" + data().toAbsolutePath()));
        command.addAll(List.of("--port=" + port(), "--bind-address=" + host(), "--skip-name-resolve"));
        // A socket path has room for 107 characters only, so it does not go under the data directory.
        command.add("--socket=" + Path.of(System.getProperty("java.io.tmpdir"), "curlew-mariadb-" + port() + ".sock"));
        command.addAll(List.of("--character-set-server=utf8mb4", "--collation-server=utf8mb4_unicode_ci"));
        command.addAll(List.of("--innodb-buffer-pool-size=64M", "--innodb-log-file-size=32M"));
        command.addAll(List.of("--innodb-flush-log-at-trx-commit=1", "--max-connections=200"));
        // Without this the server computes a certificate for itself at each start, for more than ten seconds.
        command.add("--skip-ssl");
        command.addAll(List.of(
                "--key-buffer-size=4M",
                "--aria-pagecache-buffer-size=8M",
                "--table-open-cache=400",
                "--open-files-limit=4096"));
        command.addAll(MariaDbFiles.userOption());
        return command;
    }

    @Override
    boolean ping(int patienceMs) throws IOException {
        return Pings.mysql(host(), port(), patienceMs);
    }
}
