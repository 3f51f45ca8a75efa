package dev.curlew.requirements;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** A figure of a node's {@code /metrics}. */
final class Metric {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private Metric() {}

    /** The sum over all labels; 0 for a metric that is not there. */
    static double read(String managementUrl, String name) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(managementUrl + "/metrics"))
                    .build();
            return CLIENT.send(request, HttpResponse.BodyHandlers.ofString())
                    .body()
                    .lines()
                    .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                    .sum();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
