package dev.curlew.config;

import jakarta.validation.constraints.NotNull;

/** Which store keeps what. Groups are always in MySQL. */
public record StoreConfig(@NotNull Single single) {

    /** Where single chats and notifications are kept: in MongoDB by way of Kafka, or in MySQL on the way of groups. */
    public enum Single {
        MONGO,
        MYSQL
    }
}
