package dev.curlew.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A JSON value in one spelling: fields sorted, numbers by their value. Equal values give equal texts (rule 9). */
public final class CanonicalJson {

    private CanonicalJson() {}

    public static String of(JsonNode node) {
        StringBuilder out = new StringBuilder();
        append(node, out);
        return out.toString();
    }

    private static void append(JsonNode node, StringBuilder out) {
        if (node.isObject()) {
            List<String> names = new ArrayList<>();
            node.fieldNames().forEachRemaining(names::add);
            Collections.sort(names);
            out.append('{');
            for (String name : names) {
                out.append(Json.text(name)).append(':');
                append(node.get(name), out);
                out.append(',');
            }
            out.append('}');
        } else if (node.isArray()) {
            out.append('[');
            for (JsonNode element : node) {
                append(element, out);
                out.append(',');
            }
            out.append(']');
        } else if (node.isNumber()) {
            BigDecimal number = node.decimalValue();
            out.append(number.signum() == 0 ? "0" : number.stripTrailingZeros().toString());
        } else {
            out.append(Json.text(node));
        }
    }
}
