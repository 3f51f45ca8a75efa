package dev.curlew.gateway.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The files of the web client, read once: some twenty small ones from {@code /web} of the class path, and the SockJS browser
 * library, which is a dependency and not ours. A request only looks a name up, so no path leads anywhere else.
 */
final class WebAssets {

    /** Where the SockJS library is found under {@code /web}. */
    static final String SOCKJS = "sockjs.min.js";

    private static final String INDEX = "web/index.html";
    private static final String SOCKJS_JAR_PATH = "META-INF/resources/webjars/sockjs-client/1.6.1/dist/sockjs.min.js";

    private final Map<String, WebAsset> files;

    private WebAssets(Map<String, WebAsset> files) {
        this.files = Map.copyOf(files);
    }

    /** The file of that name below {@code /web}, or null. */
    WebAsset find(String name) {
        return files.get(name);
    }

    Iterable<String> names() {
        return files.keySet();
    }

    /** Reads them; blocks, so it is called once while the node starts. */
    static WebAssets load() {
        ClassLoader loader = WebAssets.class.getClassLoader();
        Map<String, WebAsset> files = new TreeMap<>();
        try {
            URI index = resource(loader, INDEX).toURI();
            if ("jar".equals(index.getScheme())) {
                // Only the archive of this client is opened: by its own address, whatever else is on the class path.
                try (FileSystem jar = FileSystems.newFileSystem(Path.of(archiveOf(index)))) {
                    readAll(jar.getPath(INDEX).getParent(), files);
                }
            } else {
                readAll(Path.of(index).getParent(), files);
            }
            try (var in = resource(loader, SOCKJS_JAR_PATH).openStream()) {
                files.put(SOCKJS, WebAsset.of(SOCKJS, in.readAllBytes()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
        return new WebAssets(files);
    }

    private static void readAll(Path root, Map<String, WebAsset> files) throws IOException {
        try (Stream<Path> found = Files.walk(root)) {
            for (Path file : found.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(file).toString().replace('\\', '/');
                files.put(name, WebAsset.of(name, Files.readAllBytes(file)));
            }
        }
    }

    private static URI archiveOf(URI inJar) {
        String whole = inJar.getRawSchemeSpecificPart();
        return URI.create(whole.substring(0, whole.indexOf("!/")));
    }

    private static URL resource(ClassLoader loader, String path) {
        URL url = loader.getResource(path);
        if (url == null) {
            throw new IllegalStateException("Missing on the class path: " + path);
        }
        return url;
    }
}
