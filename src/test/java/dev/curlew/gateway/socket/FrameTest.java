package dev.curlew.gateway.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.domain.Message;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.MessageJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FrameTest {

    @Test
    void messagesAreToldFromOtherEvents() {
        Message message = new Message(
                "demo", "si_1_2", 1, 7, "c", "s", 1, 2, "", "", 5, 100, 101, "{}", "h", 1, 1, Map.of(), List.of(),
                false, null, null, null, null, null);
        assertThat(Frame.of(MessageJson.event(message).getBytes(StandardCharsets.UTF_8))
                        .isMessage())
                .isTrue();
        assertThat(Frame.event("read_receipt", Json.object()).isMessage()).isFalse();
        assertThat(Frame.event("message_like", Json.object()).isMessage()).isFalse();
        assertThat(Frame.of(new byte[0]).isMessage()).isFalse();
    }
}
