package dev.curlew.api.auth;

import dev.curlew.store.mysql.LoginStore;
import dev.curlew.store.mysql.LoginStore.Login;
import io.vertx.core.Future;

/** Issues tokens, each of which is a login its user can see and end. */
public final class TokenIssuer {

    private final Tokens tokens;
    private final LoginStore logins;

    public TokenIssuer(Tokens tokens, LoginStore logins) {
        this.tokens = tokens;
        this.logins = logins;
    }

    /**
     * Fails with 50300 when the login could not be recorded: nobody could end it then.
     *
     * @param now the database server's clock, milliseconds
     * @param ttlS life, seconds
     */
    Future<Tokens.Issued> issue(String tenant, long uid, int platform, long now, long ttlS) {
        Tokens.Issued issued = tokens.issue(tenant, uid, platform, now, ttlS);
        return logins.insert(tenant, uid, new Login(issued.id(), platform, now, issued.expiresAt()))
                .map(issued);
    }
}
