package dev.curlew.dev;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/** The broker's own main: formats the log directory on first use, then runs until told to end. */
public final class KafkaBroker {
    private KafkaBroker() {}

    public static void main(String[] args) throws IOException {
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(Path.of(args[0]))) {
            properties.load(reader);
        }
        if (!Files.exists(Path.of(properties.getProperty("log.dirs"), "meta.properties"))) {
            String id = Uuid.randomUuid().toString();
            int code =
                    StorageTool.execute(new String[] {"format", "--cluster-id", id, "--config", args[0]}, System.out);
            if (code != 0) {
                System.exit(code);
            }
        }
        Kafka.main(args);
    }
}
