package dev.curlew.client;

import java.time.Duration;

/** How a client presents itself.
 *
 * @param firstNode index of the node it tries first
 * @param ping time between signs of life
 * @param follows whether it wants to know what others say; one that does not only sends */
public record Device(int platform, String deviceId, boolean batch, int firstNode, Duration ping, boolean follows) {

    public Device(int platform, String deviceId, boolean batch, int firstNode, Duration ping) {
        this(platform, deviceId, batch, firstNode, ping, true);
    }
}
