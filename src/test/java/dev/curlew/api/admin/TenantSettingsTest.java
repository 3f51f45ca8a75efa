package dev.curlew.api.admin;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Json;
import org.junit.jupiter.api.Test;

class TenantSettingsTest {

    @Test
    void everyKnownSettingOfItsKindIsTaken() {
        ObjectNode settings = Json.object()
                .put("login_policy", "per_class")
                .put("registration", "closed")
                .put("revoke_window_ms", 0)
                .put("edit_window_ms", 60_000)
                .put("push_preview", true);
        assertThatCode(() -> TenantSettings.check(settings)).doesNotThrowAnyException();
    }

    @Test
    void anUnknownSettingIsNamedWithTheOneItProbablyStandsFor() {
        refused(Json.object().put("revoke_windows_ms", 1))
                .hasMessage("settings.revoke_windows_ms: unknown setting; did you mean revoke_window_ms?");
    }

    @Test
    void whereNoneIsNearAllAreNamed() {
        refused(Json.object().put("colour", "red"))
                .hasMessageStartingWith("settings.colour: unknown setting; known are ")
                .hasMessageContaining(" edit_window_ms, ")
                .hasMessageContaining(" login_policy, ");
    }

    @Test
    void aValueOfAnotherKindIsRefused() {
        refused(Json.object().put("registration", "opened"))
                .hasMessage("settings.registration: must be one of open, code, enterprise, closed");
        refused(Json.object().put("push_preview", "yes")).hasMessage("settings.push_preview: must be true or false");
        refused(Json.object().put("edit_window_ms", -1))
                .hasMessage("settings.edit_window_ms: must be a time in milliseconds");
    }

    @Test
    void nullTakesBackAlsoWhatIsNotKnown() {
        assertThatCode(() -> TenantSettings.check(Json.object().putNull("colour")))
                .doesNotThrowAnyException();
    }

    private static org.assertj.core.api.AbstractThrowableAssert<?, ? extends Throwable> refused(ObjectNode settings) {
        return assertThatThrownBy(() -> TenantSettings.check(settings)).isInstanceOf(ApiException.class);
    }
}
