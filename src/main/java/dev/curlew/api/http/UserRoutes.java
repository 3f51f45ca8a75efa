package dev.curlew.api.http;

import dev.curlew.api.UserJson;
import dev.curlew.api.auth.UserDeletion;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.store.CachedUserDirectory;
import dev.curlew.store.UserDirectory.UserProfile;
import dev.curlew.store.mysql.UserStore;
import dev.curlew.store.mysql.UserStore.ProfileChange;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import org.hibernate.validator.constraints.CodePointLength;

/** {@code /v1/im/users}: profiles. */
final class UserRoutes {

    private static final String ME = "me";
    /** A header, since not everything between client and server passes the body of a DELETE on. */
    private static final String ACTION_TOKEN = "X-Action-Token";

    private final CachedUserDirectory directory;
    private final UserStore store;
    private final UserDeletion deletion;

    UserRoutes(CachedUserDirectory directory, UserStore store, UserDeletion deletion) {
        this.directory = directory;
        this.store = store;
        this.deletion = deletion;
    }

    record Change(
            @CodePointLength(min = 1, max = 128) String nickname,
            @CodePointLength(max = 1024) String faceUrl,
            @CodePointLength(max = 512) String signature,
            @CodePointLength(max = 4096) String ex) {}

    void bind(ApiRouter api) {
        api.user(HttpMethod.PATCH, "/v1/im/users/me", this::change);
        api.user(HttpMethod.DELETE, "/v1/im/users/me", this::delete);
        api.user(HttpMethod.GET, "/v1/im/users/:uid", this::get);
    }

    private Future<Reply> get(Exchange exchange) {
        Caller caller = exchange.caller();
        return user(caller, exchange.path("uid").equals(ME) ? caller.uid() : exchange.pathNumber("uid"));
    }

    private Future<Reply> change(Exchange exchange) {
        Caller caller = exchange.caller();
        Change body = exchange.body(Change.class);
        ProfileChange change = new ProfileChange(body.nickname(), body.faceUrl(), body.signature(), body.ex());
        return directory
                .change(
                        caller.tenant(),
                        List.of(caller.uid()),
                        () -> store.update(caller.tenant(), caller.uid(), change))
                .compose(done -> user(caller, caller.uid()));
    }

    private Future<Reply> delete(Exchange exchange) {
        String actionToken = exchange.header(ACTION_TOKEN);
        if (actionToken == null) {
            throw ApiException.invalid(ACTION_TOKEN + " is missing.");
        }
        return deletion.own(exchange.token(), actionToken).map(Reply.noContent());
    }

    private Future<Reply> user(Caller caller, long uid) {
        return directory.find(caller.tenant(), uid).map(found -> {
            UserProfile profile = found.orElseThrow(() -> ApiException.notFound("user"));
            return Reply.ok(UserJson.of(profile, profile.uid() == caller.uid()));
        });
    }
}
