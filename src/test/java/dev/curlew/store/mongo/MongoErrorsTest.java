package dev.curlew.store.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoQueryException;
import com.mongodb.ServerAddress;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MongoErrorsTest {

    @ParameterizedTest
    @ValueSource(ints = {91, 189, 262, 10_107, 11_600, 11_602, 13_435, 13_436})
    void aServerThatIsLeavingIsAway(int code) {
        assertThat(MongoErrors.isAway(new MongoQueryException(answer(code), new ServerAddress())))
                .isTrue();
        assertThat(MongoErrors.isAway(new MongoCommandException(answer(code), new ServerAddress())))
                .isTrue();
    }

    @Test
    void aRefusalIsNot() {
        assertThat(MongoErrors.isAway(new MongoCommandException(answer(11_000), new ServerAddress())))
                .isFalse();
        assertThat(MongoErrors.isAway(new IllegalStateException())).isFalse();
    }

    private static BsonDocument answer(int code) {
        return BsonDocument.parse("{ok: 0.0, errmsg: 'so it is', code: " + code + "}");
    }
}
