package dev.curlew.api.http;

import dev.curlew.api.group.JoinViews;
import dev.curlew.domain.JoinRequest;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.Caller;
import dev.curlew.store.group.JoinRequests;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.Arrays;
import java.util.Objects;
import org.hibernate.validator.constraints.CodePointLength;

/** {@code …/join-requests} and {@code …/invitations} of a group: how people come in. */
public final class JoinRequestRoutes implements Routes {

    private static final String REQUESTS = GroupRoutes.GROUP + "/join-requests";
    private static final String INVITATIONS = GroupRoutes.GROUP + "/invitations";

    private final JoinRequests requests;
    private final JoinViews views;

    public JoinRequestRoutes(JoinRequests requests, JoinViews views) {
        this.requests = requests;
        this.views = views;
    }

    record NewRequest(@CodePointLength(max = 256) String message) {}

    record Decision(
            @NotNull @Pattern(regexp = "accept|decline", message = "must be one of accept, decline")
            String action) {

        JoinRequest.State state() {
            return action.equals("accept") ? JoinRequest.State.ACCEPTED : JoinRequest.State.DECLINED;
        }
    }

    @Override
    public void bind(ApiRouter api) {
        api.user(
                HttpMethod.GET,
                REQUESTS,
                exchange -> views.requests(
                                exchange.caller(),
                                GroupPaths.group(exchange),
                                state(exchange.query("state")),
                                GroupPaths.slice(exchange))
                        .map(Reply::ok));
        api.user(HttpMethod.POST, REQUESTS, this::ask);
        api.user(HttpMethod.PATCH, REQUESTS + "/:id", this::decide);
        api.user(
                HttpMethod.GET,
                INVITATIONS,
                exchange -> views.invitations(exchange.caller(), GroupPaths.group(exchange), GroupPaths.slice(exchange))
                        .map(Reply::ok));
    }

    private Future<Reply> ask(Exchange exchange) {
        Caller caller = exchange.caller();
        String message =
                Objects.requireNonNullElse(exchange.body(NewRequest.class).message(), "");
        return requests.ask(caller.tenant(), GroupPaths.group(exchange), caller.uid(), message)
                .map(asked -> asked.made()
                        ? Reply.created(JoinViews.json(asked.request()))
                        : Reply.ok(JoinViews.json(asked.request())));
    }

    private Future<Reply> decide(Exchange exchange) {
        Caller caller = exchange.caller();
        Decision decision = exchange.body(Decision.class);
        return requests.decide(
                        caller.tenant(),
                        GroupPaths.group(exchange),
                        caller.uid(),
                        exchange.pathNumber("id"),
                        decision.state())
                .map(request -> Reply.ok(JoinViews.json(request)));
    }

    private static JoinRequest.State state(String named) {
        return named == null
                ? null
                : Arrays.stream(JoinRequest.State.values())
                        .filter(state -> state.wire().equals(named))
                        .findFirst()
                        .orElseThrow(() -> ApiException.invalid("state must be one of pending, accepted, declined."));
    }
}
