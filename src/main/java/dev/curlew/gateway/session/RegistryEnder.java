package dev.curlew.gateway.session;

import dev.curlew.api.auth.SessionEnder;
import dev.curlew.api.auth.TokenGuard.Verified;
import java.util.function.Predicate;

/** Ends sessions of this node by their tokens. */
public final class RegistryEnder implements SessionEnder {

    private final SessionRegistry registry;

    public RegistryEnder(SessionRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void end(Predicate<Verified> which, int closeCode, String reason) {
        for (Session session : registry.connections()) {
            Session.Login login = session.login();
            if (login != null && which.test(login.token())) {
                session.run(live -> live.kick(closeCode, reason));
            }
        }
    }
}
