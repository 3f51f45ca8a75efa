package dev.curlew.api.review;

import com.fasterxml.jackson.databind.JsonNode;
import dev.curlew.domain.Message;
import dev.curlew.protocol.Json;
import dev.curlew.store.TenantDirectory.Tenant;
import io.vertx.core.Future;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Flags a message with one of the tenant's words in any of its texts, however it is written: {@code review_words}. */
public final class RiskWords implements RiskHook {

    /** The tenant's setting: a list of words. */
    public static final String SETTING = "review_words";

    /** Words of one tenant at most, and characters of one word. */
    public static final int MOST_WORDS = 500;

    public static final int MOST_CHARS = 64;

    private static final int MOST_TENANTS = 10_000;

    private final Map<String, Words> known = new ConcurrentHashMap<>();

    /** @param setting what the words were made from */
    private record Words(JsonNode setting, List<String> plain) {}

    @Override
    public Future<Boolean> flags(Tenant tenant, Message message) {
        List<String> words = words(tenant);
        return Future.succeededFuture(!words.isEmpty() && flags(words, Json.read(message.content(), JsonNode.class)));
    }

    private static boolean flags(List<String> words, JsonNode value) {
        if (value.isTextual()) {
            String text = plain(value.textValue());
            return words.stream().anyMatch(text::contains);
        }
        for (JsonNode part : value) {
            if (flags(words, part)) {
                return true;
            }
        }
        return false;
    }

    private List<String> words(Tenant tenant) {
        JsonNode setting = tenant.settings().get(SETTING);
        if (setting == null || setting.isEmpty()) {
            return List.of();
        }
        Words words = known.get(tenant.code());
        if (words == null || !words.setting().equals(setting)) {
            List<String> plain = new ArrayList<>();
            setting.forEach(word -> plain.add(plain(word.asText())));
            words = new Words(setting, List.copyOf(plain));
            if (known.size() >= MOST_TENANTS) {
                known.clear();
            }
            known.put(tenant.code(), words);
        }
        return words.plain();
    }

    private static String plain(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
    }
}
