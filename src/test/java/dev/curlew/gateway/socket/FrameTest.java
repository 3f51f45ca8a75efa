package dev.curlew.gateway.socket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.curlew.domain.Message;
import dev.curlew.protocol.Json;
import dev.curlew.protocol.MessageJson;
import io.netty.buffer.ByteBuf;
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

    @Test
    void aLentBurstIsTheSameBytesAndLeavesNothingBehind() {
        Frame burst = Frame.burst(List.of(frame("one"), frame("two")));
        String plain = bytes(burst);
        String lines = bytes(Frame.lines(List.of(Frame.burst(List.of(frame("one"), frame("two"))))));
        burst.lend();
        ByteBuf first = burst.wire();
        ByteBuf second = burst.wire();
        ByteBuf line = Frame.lines(List.of(burst)).wire();
        assertThat(first.isDirect()).isTrue();
        assertThat(first.toString(StandardCharsets.UTF_8)).isEqualTo(plain);
        assertThat(line.toString(StandardCharsets.UTF_8)).isEqualTo(lines);
        burst.giveBack();
        assertThat(second.refCnt())
                .as("who has not written it yet still has it")
                .isEqualTo(2);
        first.release();
        second.release();
        line.release();
        assertThat(List.of(first.refCnt(), second.refCnt(), line.refCnt())).containsOnly(0);
        assertThat(bytes(burst)).isEqualTo(plain);
    }

    @Test
    void aBurstOfOneIsItsOwnFrame() {
        Frame one = frame("alone");
        Frame burst = Frame.burst(List.of(one));
        burst.lend();
        burst.wire().release();
        burst.giveBack();
        assertThat(one.wire().isDirect())
                .as("others share it and did not lend it")
                .isFalse();
        assertThat(bytes(burst)).isEqualTo(bytes(one));
        assertThat(burst.parts()).containsExactly(one);
    }

    private static Frame frame(String text) {
        return Frame.event("message", Json.object().put("text", text));
    }

    private static String bytes(Frame frame) {
        return frame.wire().toString(StandardCharsets.UTF_8);
    }
}
