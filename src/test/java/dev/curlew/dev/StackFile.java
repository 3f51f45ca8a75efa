package dev.curlew.dev;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code var/stack.json}, by which tools find what was started; it exists while the stack is ready. */
record StackFile(Path path) {
    void write(StoreAddresses stores, List<NodeProcess> nodes) {
        Map<String, Object> stack = stores.toMap();
        stack.put("nodes", nodes.stream().map(StackFile::describe).toList());
        try {
            Path unfinished = path.resolveSibling(path.getFileName() + ".new");
            new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(unfinished.toFile(), stack);
            Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Object> describe(NodeProcess node) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("node_id", node.address().nodeId());
        map.put("port", node.address().port());
        map.put("management_port", node.address().managementPort());
        map.put("pid", node.pid());
        return map;
    }
}
