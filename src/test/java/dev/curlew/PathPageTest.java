package dev.curlew;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page that leads through the code along a message names files that are there. */
class PathPageTest {

    private static final Pattern FILE = Pattern.compile("`([\\w/.]+\\.(?:java|lua))`");
    private static final int MOST_LINES = 120;

    @Test
    void eachFileOnThePathIsThere() throws IOException {
        String page = Files.readString(Path.of("docs", "group-message-path.md"));
        assertThat(page.lines()).hasSizeLessThanOrEqualTo(MOST_LINES);
        var named = FILE.matcher(page).results().map(found -> found.group(1)).toList();
        assertThat(named).hasSizeGreaterThan(40);
        for (String file : named) {
            Path folder = file.endsWith(".lua")
                    ? Path.of("src", "main", "resources")
                    : Path.of("src", "main", "java", "dev", "curlew");
            assertThat(folder.resolve(file)).as(file).isRegularFile();
        }
    }
}
