package dev.curlew.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TallyTest {

    private static final class Socket {
        private long lastSeq;
    }

    private final Tally tally = new Tally("r1-");
    private final Socket socket = new Socket();

    private void come(long seq, String clientMsgId) {
        byte[] line = ("{\"event\":\"message\",\"data\":{\"conversation_id\":\"sg_1\",\"seq\":" + seq
                        + ",\"client_msg_id\":\"" + clientMsgId + "\",\"content\":{\"text\":\"\\\"seq\\\":9\"}}}")
                .getBytes(StandardCharsets.UTF_8);
        socket.lastSeq = tally.message(socket.lastSeq, line, 0, line.length);
    }

    @Test
    void countsEachNumberOnceAndWhatComesBackwardsApart() {
        long now = System.nanoTime();
        come(1, "r1-" + (now - 5_000_000));
        come(3, "r1-" + now);
        come(3, "r1-" + now);
        come(2, "r1-" + now);
        come(4, "r12-" + now);
        come(5, "other");
        come(6, "r1-" + now);
        assertThat(tally.messages).isEqualTo(3);
        assertThat(tally.backwards).isEqualTo(2);
        assertThat(tally.json().path("max_us").asLong()).isGreaterThanOrEqualTo(5_000);
        assertThat(tally.json().path("sample").asText()).contains("\"seq\":1,");
    }

    @Test
    void readsAReplyWithoutParsingIt() {
        byte[] good = Line.ascii("{\"op\":\"send\",\"id\":\"s\",\"code\":0,\"data\":{}}");
        byte[] bad = Line.ascii("{\"op\":\"send\",\"id\":\"s\",\"code\":50300,\"error\":\"unavailable\"}");
        assertThat(Line.startsWith(good, 0, good.length, Line.SEND)).isTrue();
        assertThat(Line.isSuccess(good, 0, good.length)).isTrue();
        assertThat(Line.isSuccess(bad, 0, bad.length)).isFalse();
    }
}
