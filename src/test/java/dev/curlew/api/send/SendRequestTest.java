package dev.curlew.api.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.protocol.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SendRequestTest {

    private static ObjectNode json(String text) {
        return Json.parseObject(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode body(String more) {
        return json("{'to_uid':2,'client_msg_id':'c1'," + more + "}");
    }

    private static SendRequest parse(ObjectNode data) {
        return SendRequest.parse(data, 60_000, Source.USER);
    }

    private static void refused(ObjectNode data, ErrorCode code) {
        assertThatThrownBy(() -> parse(data))
                .isInstanceOfSatisfying(
                        ApiException.class,
                        refusal -> assertThat(refusal.code()).isEqualTo(code));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'content_type':101,'content':{'text':'hello'}",
                "'content_type':101,'content':{'text':'🐦','more':1}",
                "'content_type':102,'content':{'url':'u','width':1,'height':0,'size':3,'mime':'image/png'}",
                "'content_type':103,'content':{'url':'u','duration_ms':1,'size':3}",
                "'content_type':104,'content':{'url':'u','duration_ms':1,'width':1,'height':1,'size':3,'cover_url':'c'}",
                "'content_type':105,'content':{'url':'u','name':'n','size':3,'mime':'m'}",
                "'content_type':106,'content':{'text':'@bob'},'at_user_id_list':[2]",
                "'content_type':107,'content':{'title':'t','abstract':['a'],"
                        + "'messages':[{'conversation_id':'si_1_2','seq':3}]}",
                "'content_type':108,'content':{'uid':5,'nickname':'n','face_url':''}",
                "'content_type':109,'content':{'latitude':48.1,'longitude':-11,'description':''}",
                "'content_type':110,'content':{'data':{'any':[1,2]}}",
                "'content_type':114,'content':{'text':'yes'},'reply_seq':4",
                "'content_type':115,'content':{'emoji':'👍'}",
                "'content_type':116,'content':{'text':'bold','entities':[{'type':'b','offset':0,'length':4}]}"
            })
    void everyKindOfContentAClientMaySendIsTaken(String more) {
        assertThat(parse(body(more)).content()).startsWith("{");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'content_type':101,'content':{'text':''}",
                "'content_type':101,'content':{'text':' \\t\\n\\u3000\\u200b'}",
                "'content_type':101,'content':{'text':7}",
                "'content_type':101,'content':{}",
                "'content_type':101,'content':'hello'",
                "'content_type':101,'content':{'text':'\\ud83d'}",
                "'content_type':101,'content':{'text':'x','\\udc00':1}",
                "'content_type':'101','content':{'text':'hello'}",
                "'content_type':101.5,'content':{'text':'hello'}",
                "'content_type':102,'content':{'url':'u','width':-1,'height':0,'size':3,'mime':'m'}",
                "'content_type':107,'content':{'title':'t','abstract':[1],'messages':[]}",
                "'content_type':109,'content':{'latitude':91,'longitude':0,'description':''}",
                "'content_type':111,'content':{'text':'x'}",
                "'content_type':112,'content':{'text':'x'}",
                "'content_type':113,'content':{'text':'x'}",
                "'content_type':114,'content':{'text':'no reply_seq'}",
                "'content_type':116,'content':{'text':'x','entities':[{'type':'b','offset':-1,'length':4}]}",
                "'content_type':1001,'content':{'uid':1}",
                "'content_type':117,'content':{'text':'x'}",
                "'content_type':101,'content':{'text':'x'},'options':{'history':'no'}",
                "'content_type':101,'content':{'text':'x'},'at_user_id_list':['2']",
                "'content_type':101,'content':{'text':'x'},'at_user_id_list':[9007199254740992]",
                "'content_type':101,'content':{'text':'x'},'root_seq':9007199254740992",
                "'content_type':108,'content':{'uid':9007199254740992,'nickname':'n','face_url':''}",
                "'content_type':114,'content':{'text':'x'},'reply_seq':99999999999999999999",
                "'content_type':101,'content':{'text':'x'},'mention_all':1",
                "'content_type':101,'content':{'text':'x'},'push':{'ios_badge_count':3}",
                "'content_type':101,'content':{'text':'x'},'to_account':'bob'"
            })
    void everythingElseIsRefused(String more) {
        refused(body(more), ErrorCode.INVALID_ARGUMENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"''", "'   '", "'a\\nb'", "7", "null", "'\\u0000'"})
    void aClientIdIsOneTo64PrintableCharacters(String id) {
        refused(
                json("{'to_uid':2,'client_msg_id':" + id + ",'content_type':101,'content':{'text':'x'}}"),
                ErrorCode.INVALID_ARGUMENT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'options':{'unheard_of':true}",
                "'options':{'unheard_of':'of any type','history':true}",
                "'attached_info':'forged'",
                "'attached_info':7",
                "'unheard_of':{}"
            })
    void whatNoClientMaySayIsIgnored(String more) {
        assertThat(parse(body("'content_type':101,'content':{'text':'x'}," + more))
                        .options())
                .doesNotContainKey("unheard_of");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "'content_type':101 | content is missing.",
                "'content_type':101,'content':{} | content.text is missing.",
                "'content_type':101,'content':{'text':' '} | content.text is blank.",
                "'content_type':103,'content':{'url':'u','duration_ms':-1,'size':3} | content.duration_ms is out of range: 0 to 9007199254740991.",
                "'content_type':107,'content':{'title':'t','abstract':[],'messages':[{'seq':1}]}"
                        + " | content.messages.conversation_id is missing.",
                "'content_type':109,'content':{'latitude':91,'longitude':0,'description':''}"
                        + " | content.latitude has to be a number from -90 to 90.",
                "'content_type':116,'content':{'text':'x'} | content.entities is missing.",
                "'content_type':101,'content':{'text':'x'},'push':{'title':1} | push.title has to be a text.",
                "'content_type':101,'content':{'text':'x'},'options':{'history':1} | options.history has to be true or false."
            })
    void aRefusalNamesTheFieldWithWhatItIsIn(String more, String message) {
        assertThatThrownBy(() -> parse(body(more))).hasMessage(message);
    }

    @Test
    void aClientIdCountsCharactersNotUnits() {
        ObjectNode data = body("'content_type':101,'content':{'text':'x'}");
        data.put("client_msg_id", "🐦".repeat(64));
        assertThat(parse(data).clientMsgId()).hasSize(128);
        data.put("client_msg_id", "🐦".repeat(65));
        refused(data, ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void contentIsMeasuredInBytes() {
        ObjectNode data = body("'content_type':101,'content':{'text':'x'}");
        ((ObjectNode) data.get("content")).put("text", "é".repeat(29_990));
        assertThat(parse(data).content()).hasSize(29_990 + 11);
        ((ObjectNode) data.get("content")).put("text", "é".repeat(30_000));
        refused(data, ErrorCode.TOO_LARGE);
    }

    @Test
    void extrasAreBounded() {
        ObjectNode data = body("'content_type':101,'content':{'text':'x'}");
        data.put("ex", "e".repeat(1_024));
        assertThat(parse(data).ex()).hasSize(1_024);
        data.put("ex", "e".repeat(1_025));
        refused(data, ErrorCode.INVALID_ARGUMENT);
    }

    @Test
    void theDigestIsOfTheValueNotOfItsSpelling() {
        String one = parse(body("'content_type':110,'content':{'data':{'a':1.0,'b':[1e2,true]}}"))
                .sendHash();
        String same = parse(body("'content_type':110,'content':{'data':{'b':[100,true],'a':1}}"))
                .sendHash();
        String other = parse(body("'content_type':110,'content':{'data':{'b':[100,true],'a':2}}"))
                .sendHash();
        assertThat(same).isEqualTo(one);
        assertThat(other).isNotEqualTo(one);
    }

    @Test
    void numbersOfTheContentComeBackAsTheValueTheyWere() {
        String content = parse(body("'content_type':110,'content':{'data':0.10000000000000000000000000000001}"))
                .content();
        assertThat(content).isEqualTo("{\"data\":0.10000000000000000000000000000001}");
    }
}
