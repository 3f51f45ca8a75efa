package dev.curlew.requirements;

import java.util.LinkedHashMap;
import java.util.Map;

/** One content of each kind a client may send, with letters of several scripts and numbers at their bounds. */
final class Contents {

    static final Map<Integer, String> BY_TYPE = new LinkedHashMap<>();

    static {
        BY_TYPE.put(
                101, "{\"text\":\"Grüße, 你好, \uD83D\uDC26 \\\"quoted\\\" \\\\ \\n\",\"own\":{\"deep\":[1,2.5,null]}}");
        BY_TYPE.put(
                102,
                "{\"url\":\"https://files.example/1\",\"width\":1,\"height\":2,\"size\":9007199254740991,\"mime\":\"image/png\"}");
        BY_TYPE.put(103, "{\"url\":\"https://files.example/2\",\"duration_ms\":1500,\"size\":10}");
        BY_TYPE.put(104, "{\"url\":\"https://files.example/3\",\"duration_ms\":1,\"width\":1,\"height\":1,\"size\":1}");
        BY_TYPE.put(105, "{\"url\":\"https://files.example/4\",\"name\":\"a.pdf\",\"size\":1,\"mime\":\"x/y\"}");
        BY_TYPE.put(106, "{\"text\":\"@bob\"}");
        BY_TYPE.put(
                107,
                "{\"title\":\"t\",\"abstract\":[\"a\",\"b\"],\"messages\":[{\"conversation_id\":\"si_1_2\",\"seq\":3}]}");
        BY_TYPE.put(108, "{\"uid\":5,\"nickname\":\"n\",\"face_url\":\"\"}");
        BY_TYPE.put(109, "{\"latitude\":-89.5,\"longitude\":179.25,\"description\":\"\"}");
        BY_TYPE.put(110, "{\"data\":{\"any\":[true,false]},\"description\":\"d\"}");
        BY_TYPE.put(114, "{\"text\":\"an answer\"}");
        BY_TYPE.put(115, "{\"emoji\":\"\uD83D\uDE00\"}");
        BY_TYPE.put(116, "{\"text\":\"bold\",\"entities\":[{\"type\":\"bold\",\"offset\":0,\"length\":4}]}");
    }

    private Contents() {}
}
