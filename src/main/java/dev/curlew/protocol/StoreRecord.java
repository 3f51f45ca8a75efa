package dev.curlew.protocol;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** Values of {@code toMongoTopic}: what is to be stored of one conversation. */
@JsonTypeInfo(use = JsonTypeInfo.Id.DEDUCTION)
@JsonSubTypes({@JsonSubTypes.Type(StoreBatch.class), @JsonSubTypes.Type(ReadMarks.class)})
public sealed interface StoreRecord permits StoreBatch, ReadMarks {

    String tenant();
}
