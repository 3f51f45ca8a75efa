package dev.curlew.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The labels of tenants are bounded, whatever clients say. */
class TenantTrafficTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TenantTraffic traffic = new TenantTraffic(registry);

    @Test
    void everyTenantPastTheBoundSharesOneLabel() {
        for (int i = 0; i < TenantTraffic.MOST + 50; i++) {
            traffic.sent("t" + i);
        }
        assertThat(labels()).hasSize(TenantTraffic.MOST + 1).contains("t0", TenantTraffic.OTHERS);
        assertThat(sends(TenantTraffic.OTHERS)).isEqualTo(50);
        traffic.sent("t0");
        assertThat(sends("t0")).isEqualTo(2);
    }

    @Test
    void namesThatNobodyVerifiedMakeNoLabel() {
        traffic.loginRefused("guess");
        traffic.loggedIn("real");
        traffic.loginRefused("real");
        assertThat(labels()).containsExactlyInAnyOrder("real", TenantTraffic.OTHERS);
        assertThat(registry.get("curlew.logins")
                        .tags("tenant", "real", "result", "refused")
                        .counter()
                        .count())
                .isEqualTo(1);
    }

    private double sends(String tenant) {
        return registry.get("curlew.sends").tag("tenant", tenant).counter().count();
    }

    private Set<String> labels() {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .map(id -> id.getTag("tenant"))
                .collect(Collectors.toSet());
    }
}
