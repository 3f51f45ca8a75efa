package dev.curlew.gateway.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class WebAssetsTest {

    private static final Pattern IMPORT = Pattern.compile("from \"(\\.[^\"]+)\"");
    private static final Pattern REFERENCE = Pattern.compile("(?:src|href)=\"/web/([^\"]+)\"");

    private final WebAssets assets = WebAssets.load();

    @Test
    void holdsWhatThePageNames() {
        Matcher references = REFERENCE.matcher(text("index.html"));
        assertThat(references.find()).isTrue();
        references.reset();
        while (references.find()) {
            assertThat(assets.find(references.group(1))).as(references.group(1)).isNotNull();
        }
        assertThat(assets.find(WebAssets.SOCKJS)).isNotNull();
    }

    @Test
    void everyImportLeadsToAFile() {
        for (String name : assets.names()) {
            Matcher imports = IMPORT.matcher(name.startsWith("js/") ? text(name) : "");
            while (imports.find()) {
                String target = java.nio.file.Path.of(name)
                        .resolveSibling(imports.group(1))
                        .normalize()
                        .toString();
                assertThat(assets.find(target))
                        .as("%s imports %s", name, target)
                        .isNotNull();
            }
        }
    }

    @Test
    void noScriptParsesTextAsMarkup() {
        for (String name : assets.names()) {
            if (name.startsWith("js/")) {
                assertThat(text(name))
                        .as(name)
                        .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(");
            }
        }
    }

    @Test
    void thePageHasNothingInline() {
        assertThat(text("index.html")).doesNotContain("<style", "style=", "onload=", "onclick=", "javascript:");
        assertThat(Pattern.compile("<script[^>]*>[^<]")
                        .matcher(text("index.html"))
                        .find())
                .isFalse();
    }

    @Test
    void tagsFollowTheContent() {
        WebAsset one = WebAsset.of("a.js", new byte[] {1});
        assertThat(one.etag()).isEqualTo(WebAsset.of("b.js", new byte[] {1}).etag());
        assertThat(one.etag()).isNotEqualTo(WebAsset.of("a.js", new byte[] {2}).etag());
        assertThat(one.contentType()).startsWith("text/javascript");
    }

    private String text(String name) {
        return assets.find(name).body().toString();
    }
}
