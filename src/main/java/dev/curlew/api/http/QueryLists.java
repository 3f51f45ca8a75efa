package dev.curlew.api.http;

import dev.curlew.protocol.ApiException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Lists in a query, their entries separated by commas. */
final class QueryLists {

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+");

    private QueryLists() {}

    /** Empty when there is none. */
    static List<String> texts(Exchange exchange, String name) {
        String list = exchange.query(name);
        return list == null || list.isEmpty() ? List.of() : Arrays.asList(list.split(",", -1));
    }

    /** Empty when there is none; fails with 40002 for what is no number. */
    static List<Long> numbers(Exchange exchange, String name) {
        List<String> texts = texts(exchange, name);
        if (!texts.stream().allMatch(text -> NUMBER.matcher(text).matches())) {
            throw ApiException.invalid(name + " has to be whole numbers, separated by commas.");
        }
        return texts.stream().map(text -> Exchange.number(name, text)).toList();
    }
}
