package dev.curlew.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a provider of reminders has to be told, and that none of its secrets is shown. */
class PushConfigTest {

    private static final Map<String, String> PRODUCTION = Map.of(
            "CURLEW_AUTH_KEYS", "a=3kd93jf02kd93jf02kd93jf02kd93jf0",
            "CURLEW_AUTH_ACTIVE_KEY", "a",
            "CURLEW_AUTH_ADMIN_SECRET", "9f83hf83hf83hf83",
            "CURLEW_MYSQL_PASSWORD", "fk39fk39");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "provider=jpush jpush_app_key=k | push.jpush_master_secret | set CURLEW_PUSH_JPUSH_MASTER_SECRET",
                "provider=jpush jpush_master_secret=tell-nobody | push.jpush_app_key | needs the app's key",
                "provider=jpush jpush_app_key=k jpush_master_secret=tell-nobody jpush_url=http://j | push.jpush_url | https://",
                "provider=jpush jpush_app_key=k jpush_master_secret=tell-nobody jpush_url=j | push.jpush_url | http(s)://",
                "provider=webhook webhook_secret=tell-nobody-0123456789 | push.webhook_url | http(s)://",
                "provider=webhook webhook_url=https://w/r | push.webhook_secret | set CURLEW_PUSH_WEBHOOK_SECRET",
                "provider=webhook webhook_url=https://w/r webhook_secret=tell-nobody | push.webhook_secret | too short",
                "provider=webhook webhook_url=https://w/r webhook_secret=dev-tell-nobody-0123 | push.webhook_secret | default",
                "provider=pigeon | push.provider | expects one of log, jpush, webhook",
                "timeout_ms=1 | push.timeout_ms | must be greater than or equal to 100",
            })
    void productionRefuses(String settings, String key, String expected) {
        ConfigException refused = catchThrowableOfType(ConfigException.class, () -> load(settings));
        assertThat(refused.problems()).extracting(ConfigProblem::key).containsExactly(key);
        assertThat(refused.getMessage()).contains(expected).doesNotContain("tell-nobody");
    }

    @Test
    void productionTakesWhatIsComplete() {
        assertThat(load("provider=jpush jpush_app_key=k jpush_master_secret=s")
                        .push()
                        .provider())
                .isEqualTo(PushConfig.Provider.JPUSH);
        assertThat(load("provider=webhook webhook_url=https://w/r webhook_secret=0123456789abcdef")
                        .push()
                        .webhookUrl())
                .isEqualTo("https://w/r");
        assertThat(load("jpush_url=").push().provider()).isEqualTo(PushConfig.Provider.LOG);
    }

    @Test
    void secretsAreNeverShown() {
        List<String> settings = List.of("push.jpush_master_secret=tell-nobody", "push.webhook_secret=tell-nobody");
        ConfigLoader.Loaded loaded = ConfigLoader.loadWithSources(null, PRODUCTION, settings);
        assertThat(EffectiveConfig.text(loaded)).doesNotContain("tell-nobody");
        assertThat(loaded.config().toString()).doesNotContain("tell-nobody").contains("push[");
    }

    private static CurlewConfig load(String settings) {
        List<String> all = new ArrayList<>();
        Arrays.stream(settings.strip().split(" ")).forEach(setting -> all.add("push." + setting));
        return ConfigLoader.load(null, PRODUCTION, all);
    }
}
