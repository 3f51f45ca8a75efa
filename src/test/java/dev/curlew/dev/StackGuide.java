package dev.curlew.dev;

import java.util.List;

/** What to do with a stack that is ready: its address, its accounts, and five lines to paste into another terminal. */
final class StackGuide {
    private StackGuide() {}

    static String text(List<NodeAddress> nodes) {
        String first = "http://localhost:" + nodes.get(0).port();
        String last = "http://localhost:" + nodes.get(nodes.size() - 1).port();
        String where = first.equals(last) ? first : first + " and " + last;
        return """
                Open %s
                Tenant demo, accounts alice, bob and carol; the password is the account and "-pass".
                Or paste into another terminal, line by line:

                %s
                %s
                %s
                %s
                %s

                Ctrl-C stops everything; data stays in var/.""".formatted(
                        where,
                        login("ALICE", first, "alice"),
                        login("BOB", last, "bob"),
                        send(first),
                        pull(last),
                        unread(last));
    }

    private static String login(String variable, String url, String account) {
        return variable + "=$(curl -s " + url
                + "/v1/im/auth/login -H 'Content-Type: application/json' -d '{\"account\":\"" + account
                + "\",\"password\":\"" + account + "-pass\",\"platform\":5}'" + field("token") + ")";
    }

    /** The reply is shown and its conversation kept, which the next line needs. */
    private static String send(String url) {
        return "CHAT=$(curl -s " + url + "/v1/im/messages" + bearer("ALICE")
                + " -H 'Content-Type: application/json' -d '{\"to_account\":\"bob\",\"client_msg_id\":\"'$(date +%s%N)'\",\"content_type\":101,"
                + "\"content\":{\"text\":\"Hello Bob\"}}' | tee /dev/stderr" + field("conversation_id") + "); echo";
    }

    private static String pull(String url) {
        return "curl -s " + url + "/v1/im/conversations/$CHAT/messages" + bearer("BOB") + "; echo";
    }

    private static String unread(String url) {
        return "curl -s " + url + "/v1/im/unread" + bearer("BOB") + "; echo";
    }

    private static String bearer(String variable) {
        return " -H \"Authorization: Bearer $" + variable + "\"";
    }

    private static String field(String name) {
        return " | sed 's/.*\"" + name + "\":\"\\([^\"]*\\)\".*/\\1/'";
    }
}
