package dev.curlew.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** Values of {@code toPushTopic}: events for one user's sockets, or for those of a group's members. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({@JsonSubTypes.Type(PushBatch.class), @JsonSubTypes.Type(GroupPush.class)})
public sealed interface PushRecord permits PushBatch, GroupPush {

    String tenant();
}
