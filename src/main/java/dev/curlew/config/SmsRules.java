package dev.curlew.config;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** What sending codes to phones needs to be told; nothing where none are sent. */
final class SmsRules {

    private SmsRules() {}

    static List<ConfigProblem> check(CurlewConfig config, UnaryOperator<String> sourceOf) {
        List<ConfigProblem> problems = new ArrayList<>();
        SmsConfig sms = config.sms();
        if (sms.url().isBlank()) {
            return problems;
        }
        if (!PushRules.URL.matcher(sms.url()).matches()) {
            add(problems, sourceOf, "sms.url", "must be http(s)://host[:port][/path] without user, query and fragment");
        } else if (config.production() && !sms.url().startsWith("https://")) {
            add(
                    problems,
                    sourceOf,
                    "sms.url",
                    "must begin with https:// in production, since it carries phones and codes");
        }
        if (sms.secret().isBlank()) {
            add(problems, sourceOf, "sms.secret", "what goes to sms.url is signed with it; set CURLEW_SMS_SECRET");
        }
        if (config.auth().phoneSecret().isBlank()) {
            add(
                    problems,
                    sourceOf,
                    "auth.phone_secret",
                    "codes need it, since phones are kept as keyed hashes; set CURLEW_AUTH_PHONE_SECRET");
        }
        return problems;
    }

    private static void add(List<ConfigProblem> problems, UnaryOperator<String> sourceOf, String key, String text) {
        problems.add(new ConfigProblem(key, sourceOf.apply(key), text));
    }
}
