package dev.curlew.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What codes for phones need to be told in production, and that none of it is shown. */
class SmsConfigTest {

    private static final String PHONE_SECRET = "auth.phone_secret=tell-nobody-0123456789-0123456789";
    private static final Map<String, String> PRODUCTION = Map.of(
            "CURLEW_AUTH_KEYS", "a=3kd93jf02kd93jf02kd93jf02kd93jf0",
            "CURLEW_AUTH_ACTIVE_KEY", "a",
            "CURLEW_AUTH_ADMIN_SECRET", "9f83hf83hf83hf83",
            "CURLEW_MYSQL_PASSWORD", "fk39fk39");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sms.url=http://s/c sms.secret=tell-nobody-0123 | sms.url | https://",
                "sms.url=s sms.secret=tell-nobody-0123 | sms.url | http(s)://",
                "sms.url=https://s/c | sms.secret | set CURLEW_SMS_SECRET",
                "sms.url=https://s/c sms.secret=tell-nobody | sms.secret | too short",
                "auth.dev_code=123456 | auth.dev_code | anybody knows",
            })
    void productionRefuses(String settings, String key, String expected) {
        refused(settings + " " + PHONE_SECRET, key, expected);
    }

    @Test
    void phonesNeedASecretOfTheirOwn() {
        refused("sms.url=https://s/c sms.secret=0123456789abcdef", "auth.phone_secret", "CURLEW_AUTH_PHONE_SECRET");
        refused("auth.phone_secret=tell-nobody", "auth.phone_secret", "too short");
        refused("auth.phone_secret=dev-tell-nobody-0123456789-0123456789", "auth.phone_secret", "default");
    }

    @Test
    void aCodeIsSixDigits() {
        refused("auth.dev_code=12345 " + PHONE_SECRET, "auth.dev_code", "must match");
    }

    @Test
    void productionTakesWhatIsCompleteAndNothing() {
        CurlewConfig config = load("sms.url=https://s/c sms.secret=tell-nobody-0123 " + PHONE_SECRET);
        assertThat(config.sms().url()).isEqualTo("https://s/c");
        assertThat(config.toString()).doesNotContain("tell-nobody").contains("sms[");
        assertThat(load("log.level=info").sms().url()).isEmpty();
    }

    private static void refused(String settings, String key, String expected) {
        ConfigException refused = catchThrowableOfType(ConfigException.class, () -> load(settings));
        assertThat(refused.problems()).extracting(ConfigProblem::key).contains(key);
        assertThat(refused.getMessage()).contains(expected).doesNotContain("tell-nobody");
    }

    private static CurlewConfig load(String settings) {
        return ConfigLoader.load(null, PRODUCTION, List.of(settings.strip().split(" ")));
    }
}
