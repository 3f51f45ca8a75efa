package dev.curlew.api.http;

import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Serves the description of the HTTP calls at {@code /openapi.yaml}, read once from the jar. */
public final class OpenApiRoute {

    private static final String PATH = "/openapi.yaml";

    private OpenApiRoute() {}

    public static void mount(Router router) {
        Buffer page = load();
        router.get(PATH)
                .handler(context -> context.response()
                        .putHeader("Content-Type", "application/yaml; charset=utf-8")
                        .putHeader("Cache-Control", "no-cache")
                        .end(page));
    }

    private static Buffer load() {
        try (InputStream in = OpenApiRoute.class.getResourceAsStream(PATH)) {
            if (in == null) {
                throw new IllegalStateException("Missing in the jar: " + PATH);
            }
            return Buffer.buffer(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
