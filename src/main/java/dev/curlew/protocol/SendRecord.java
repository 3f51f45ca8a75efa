package dev.curlew.protocol;

import dev.curlew.domain.Message;

/** Value of {@code toRedisTopic}: a message that waits for its number. */
public record SendRecord(Message message, Origin origin) {}
