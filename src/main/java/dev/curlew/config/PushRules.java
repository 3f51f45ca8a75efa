package dev.curlew.config;

import dev.curlew.config.PushConfig.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** What the chosen provider of reminders needs to be told. What only another one needs may be left out. */
final class PushRules {

    static final Pattern URL = Pattern.compile("https?://[^\\s/?#@]+(/[^\\s?#]*)?");

    private final PushConfig push;
    private final UnaryOperator<String> sourceOf;
    private final List<ConfigProblem> problems = new ArrayList<>();

    private PushRules(PushConfig push, UnaryOperator<String> sourceOf) {
        this.push = push;
        this.sourceOf = sourceOf;
    }

    static List<ConfigProblem> check(CurlewConfig config, UnaryOperator<String> sourceOf) {
        PushRules rules = new PushRules(config.push(), sourceOf);
        if (config.push().provider() == Provider.JPUSH) {
            rules.jpush(config.production());
        } else if (config.push().provider() == Provider.WEBHOOK) {
            rules.webhook(config.production());
        }
        return rules.problems;
    }

    private void jpush(boolean production) {
        url("push.jpush_url", push.jpushUrl(), production);
        if (push.jpushAppKey().isBlank()) {
            add("push.jpush_app_key", "push.provider jpush needs the app's key");
        }
        if (push.jpushMasterSecret().isBlank()) {
            add("push.jpush_master_secret", "push.provider jpush needs it; set CURLEW_PUSH_JPUSH_MASTER_SECRET");
        }
    }

    private void webhook(boolean production) {
        url("push.webhook_url", push.webhookUrl(), production);
        if (push.webhookSecret().isBlank()) {
            add("push.webhook_secret", "push.provider webhook signs with it; set CURLEW_PUSH_WEBHOOK_SECRET");
        }
    }

    private void url(String key, String url, boolean production) {
        if (!URL.matcher(url).matches()) {
            add(key, "must be http(s)://host[:port][/path] without user, query and fragment");
        } else if (production && !url.startsWith("https://")) {
            add(key, "must begin with https:// in production, since it carries whom and what to remind of");
        }
    }

    private void add(String key, String text) {
        problems.add(new ConfigProblem(key, sourceOf.apply(key), text));
    }
}
