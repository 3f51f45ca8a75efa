package dev.curlew.protocol;

/** A record for a node that reads its topic, where there is no Kafka; answered when it was taken. @param value JSON */
public record Handover(String topic, byte[] value) {}
