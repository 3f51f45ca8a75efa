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
                Or paste into another terminal:

                %s

                The same client_msg_id is the same message: once sent, it answers "duplicate":true, tomorrow too.
                Ctrl-C stops everything; data stays in var/.""".formatted(where, fiveLines(first, last));
    }

    /** Alice writes to Bob through one node, Bob looks at his conversations through the other. The README has them too. */
    static String fiveLines(String first, String last) {
        String bobs = first.equals(last) ? "$api" : last + "/v1/im";
        return """
                api=%s/v1/im; json='Content-Type: application/json'
                login() { curl -s $api/auth/login -H "$json" -d '{"account":"'$1'","password":"'$1'-pass","platform":5}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/'; }
                alice=$(login alice); bob=$(login bob)
                curl -s $api/messages -H "Authorization: Bearer $alice" -H "$json" -d '{"to_account":"bob","client_msg_id":"m-1","content_type":101,"content":{"text":"Hello"}}'; echo
                curl -s %s/conversations -H "Authorization: Bearer $bob"; echo""".formatted(first, bobs);
    }
}
