package dev.curlew.group;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.Account;
import dev.curlew.protocol.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;

/** Who is told what: each call over HTTP and each operation of the socket, but for those on one group. */
final class CallTable {

    private static final int OK = 0;
    private static final int INVALID = 40002;
    private static final int UNAUTHENTICATED = 40100;
    private static final int FORBIDDEN = 40300;
    private static final int BLOCKED = 40303;
    private static final int ABSENT = 40400;

    /** By method and path as described. */
    static final Map<String, Call> HTTP = new LinkedHashMap<>();
    /** By the class of the operation. */
    static final Map<String, Named> SOCKET = new LinkedHashMap<>();

    private CallTable() {}

    /** Everybody who could try, those a call may take something from last. */
    enum Who {
        OUTSIDER,
        REMOVED,
        BLOCKED,
        OTHER_TENANT,
        MUTED,
        ADMIN,
        MEMBER,
        OWNER
    }

    /**
     * What the calls find.
     *
     * @param target a user whom {@code BLOCKED} is blocked by
     * @param conversation of owner and member, with one message of the owner's
     * @param request for friendship, the owner's to the member
     * @param login the owner's
     */
    record Scene(
            Map<Who, Account> who, Account target, String topic, String conversation, String request, String login) {

        Account of(Who one) {
            return who.get(one);
        }
    }

    /** What is sent. */
    interface Body {
        ObjectNode of(Scene scene);
    }

    /** @param open whether it needs no token */
    record Call(Body body, ToIntFunction<Who> told, boolean open) {

        int expected(Who who) {
            return told.applyAsInt(who);
        }
    }

    /** An operation by its name on the socket. */
    record Named(String op, Call call) {}

    static ObjectNode text(long to) {
        ObjectNode data = Json.object()
                .put("to_uid", to)
                .put("client_msg_id", "c" + System.nanoTime())
                .put("content_type", 101);
        data.putObject("content").put("text", "text");
        return data;
    }

    static {
        door("POST /v1/im/auth/register");
        door("POST /v1/im/auth/login");
        door("POST /v1/im/auth/code");
        door("POST /v1/im/auth/login-code");
        door("POST /v1/im/auth/enterprise");
        everybody("POST /v1/im/auth/logout", nothing());
        everybody("POST /v1/im/auth/action-tokens", scene -> Json.object().put("action", "delete_account"));
        // Nobody ends an account by a login alone.
        all("DELETE /v1/im/users/me", nothing(), INVALID);
        everybody("PATCH /v1/im/users/me", scene -> Json.object().put("nickname", "n"));
        everybody("GET /v1/im/sessions", nothing());
        HTTP.put("DELETE /v1/im/sessions/{session_id}", call(nothing(), only(Who.OWNER)));
        everybody("PUT /v1/im/devices/{device_id}/push", CallTable::device);
        everybody("DELETE /v1/im/devices/{device_id}/push", nothing());
        everybody("GET /v1/im/bootstrap", nothing());
        everybody("GET /v1/im/unread", nothing());
        everybody("GET /v1/im/conversations", nothing());
        everybody("GET /v1/im/conversations/changes", nothing());
        everybody("GET /v1/im/groups", nothing());
        everybody("GET /v1/im/friends", nothing());
        everybody("GET /v1/im/friend-requests", nothing());
        everybody("GET /v1/im/blocklist", nothing());
        everybody("POST /v1/im/groups", scene -> Json.object().put("name", "g"));
        towardsOthers();
        conversations();
        administrators();
        operations();
    }

    /** Calls about another user, who is in one tenant. */
    private static void towardsOthers() {
        HTTP.put("GET /v1/im/users/{uid}", call(nothing(), inTenant(OK, OK)));
        all("GET /v1/im/presence", nothing(), INVALID);
        HTTP.put("POST /v1/im/messages", call(CallTable::toTarget, inTenant(OK, BLOCKED)));
        // Only whoever was asked can say yes.
        HTTP.put("POST /v1/im/friends", call(CallTable::uidOfTarget, inTenant(ABSENT, BLOCKED)));
        HTTP.put("GET /v1/im/friends/{uid}", call(nothing(), who -> ABSENT));
        HTTP.put("PATCH /v1/im/friends/{uid}", call(scene -> Json.object().put("remark", "r"), who -> ABSENT));
        everybody("DELETE /v1/im/friends/{uid}", nothing());
        HTTP.put("POST /v1/im/friend-requests", call(CallTable::toUidOfTarget, inTenant(OK, BLOCKED)));
        HTTP.put(
                "PATCH /v1/im/friend-requests/{request_id}",
                call(scene -> Json.object().put("action", "decline"), only(Who.MEMBER)));
        HTTP.put("POST /v1/im/blocklist", call(CallTable::uidOfTarget, inTenant(OK, OK)));
        everybody("DELETE /v1/im/blocklist/{uid}", nothing());
    }

    private static void conversations() {
        String one = " /v1/im/conversations/{conversation_id}";
        HTTP.put("PATCH" + one, call(scene -> Json.object().put("is_pinned", true), ofTheTwo(OK, OK)));
        HTTP.put("GET" + one + "/messages", call(nothing(), ofTheTwo(OK, OK)));
        HTTP.put("GET" + one + "/changes", call(nothing(), ofTheTwo(OK, OK)));
        HTTP.put("GET" + one + "/receipts", call(nothing(), ofTheTwo(OK, OK)));
        // Chats of two have neither.
        all("GET" + one + "/threads/{root_seq}", nothing(), INVALID);
        all("GET" + one + "/mentions", nothing(), INVALID);
        HTTP.put("POST" + one + "/read", call(scene -> Json.object().put("read_seq", 1), ofTheTwo(OK, OK)));
        HTTP.put("POST" + one + "/messages/{seq}/revoke", call(nothing(), ofTheTwo(FORBIDDEN, OK)));
        HTTP.put("PATCH" + one + "/messages/{seq}", call(CallTable::edit, ofTheTwo(FORBIDDEN, OK)));
        HTTP.put("DELETE" + one + "/messages/{seq}", call(nothing(), ofTheTwo(OK, OK)));
        HTTP.put("POST" + one + "/clear", call(nothing(), ofTheTwo(OK, OK)));
        HTTP.put("DELETE" + one, call(nothing(), ofTheTwo(OK, OK)));
    }

    /** Users' tokens open none of these. */
    private static void administrators() {
        for (String call : AdminCalls.ALL) {
            all(call, scene -> Json.object(), UNAUTHENTICATED);
        }
    }

    private static void operations() {
        operation("SendOperation", "send", CallTable::toTarget, inTenant(OK, BLOCKED));
        // Nothing comes of it where there is nobody, and nothing is told.
        operation("AttachOperation", "attach", CallTable::topics, ofMembers(OK));
        operation("DetachOperation", "detach", CallTable::topics, ofMembers(OK));
        operation("TypingOperation", "typing", CallTable::typing, who -> who == Who.BLOCKED ? BLOCKED : OK);
        operation("PresenceOperation", "presence", CallTable::uidsOfTarget, who -> OK);
        operation("UnreadOperation", "unread", scene -> Json.object(), who -> OK);
        operation("BootstrapOperation", "bootstrap", scene -> Json.object(), who -> OK);
        operation("ConversationsOperation", "conversations", scene -> Json.object(), who -> OK);
        operation("SyncOperation", "sync_conversations", scene -> Json.object().put("version", 0), who -> OK);
        operation("PullOperation", "pull", CallTable::conversation, ofTheTwo(OK, OK));
        // Whose uid is one of the two asks about a chat of their own tenant, in which nothing was said.
        operation(
                "SeqsOperation",
                "seqs",
                CallTable::conversationIds,
                who -> who == Who.OTHER_TENANT ? OK : ofTheTwo(OK, OK).applyAsInt(who));
        operation(
                "ChangesOperation", "changes", scene -> conversation(scene).put("after_version", 0), ofTheTwo(OK, OK));
        operation("ThreadOperation", "thread", scene -> conversation(scene).put("root_seq", 1), who -> INVALID);
        operation("MentionsOperation", "mentions", CallTable::conversation, who -> INVALID);
        operation("ReadOperation", "read", scene -> conversation(scene).put("read_seq", 1), ofTheTwo(OK, OK));
        operation("ReceiptsOperation", "receipts", scene -> conversation(scene).put("seq", 1), ofTheTwo(OK, OK));
        operation("EditOperation", "edit", scene -> edit(scene).setAll(message(scene)), ofTheTwo(FORBIDDEN, OK));
        operation("RevokeOperation", "revoke", CallTable::message, ofTheTwo(FORBIDDEN, OK));
        operation("DeleteOperation", "delete", CallTable::deletion, ofTheTwo(OK, OK));
        operation("ClearOperation", "clear", CallTable::conversation, ofTheTwo(OK, OK));
        operation("SettingsOperation", "set_conversation", CallTable::pinned, ofTheTwo(OK, OK));
        operation("HideOperation", "hide_conversation", CallTable::conversation, ofTheTwo(OK, OK));
    }

    private static void operation(String type, String op, Body data, ToIntFunction<Who> told) {
        SOCKET.put(type, new Named(op, call(data, told)));
    }

    private static void door(String name) {
        HTTP.put(name, new Call(scene -> Json.object(), who -> INVALID, true));
    }

    private static void everybody(String name, Body body) {
        all(name, body, OK);
    }

    private static void all(String name, Body body, int told) {
        HTTP.put(name, call(body, who -> told));
    }

    private static Call call(Body body, ToIntFunction<Who> told) {
        return new Call(body, told, false);
    }

    private static ToIntFunction<Who> only(Who one) {
        return who -> who == one ? OK : ABSENT;
    }

    private static ToIntFunction<Who> ofTheTwo(int member, int owner) {
        return who -> who == Who.MEMBER ? member : who == Who.OWNER ? owner : ABSENT;
    }

    private static ToIntFunction<Who> ofMembers(int told) {
        return who -> Set.of(Who.MUTED, Who.ADMIN, Who.MEMBER, Who.OWNER).contains(who) ? told : ABSENT;
    }

    private static ToIntFunction<Who> inTenant(int told, int blocked) {
        return who -> who == Who.OTHER_TENANT ? ABSENT : who == Who.BLOCKED ? blocked : told;
    }

    private static Body nothing() {
        return scene -> null;
    }

    private static ObjectNode device(Scene scene) {
        return Json.object().put("provider", "webhook").put("token", "t" + System.nanoTime());
    }

    private static ObjectNode toTarget(Scene scene) {
        return text(scene.target().uid());
    }

    private static ObjectNode uidOfTarget(Scene scene) {
        return Json.object().put("uid", scene.target().uid());
    }

    private static ObjectNode toUidOfTarget(Scene scene) {
        return Json.object().put("to_uid", scene.target().uid());
    }

    private static ObjectNode uidsOfTarget(Scene scene) {
        ObjectNode data = Json.object();
        data.putArray("uids").add(scene.target().uid());
        return data;
    }

    private static ObjectNode typing(Scene scene) {
        return toUidOfTarget(scene).put("state", "start");
    }

    private static ObjectNode conversation(Scene scene) {
        return Json.object().put("conversation_id", scene.conversation());
    }

    private static ObjectNode conversationIds(Scene scene) {
        ObjectNode data = Json.object();
        data.putArray("conversation_ids").add(scene.conversation());
        return data;
    }

    private static ObjectNode topics(Scene scene) {
        ObjectNode data = Json.object();
        data.putArray("topics").add(scene.topic());
        return data;
    }

    private static ObjectNode message(Scene scene) {
        return conversation(scene).put("seq", 1);
    }

    private static ObjectNode edit(Scene scene) {
        ObjectNode data = Json.object().put("version", 0);
        data.putObject("content").put("text", "edited");
        return data;
    }

    private static ObjectNode deletion(Scene scene) {
        ObjectNode data = conversation(scene).put("scope", "self");
        data.putArray("seqs").add(1);
        return data;
    }

    private static ObjectNode pinned(Scene scene) {
        return conversation(scene).put("is_pinned", true);
    }
}
