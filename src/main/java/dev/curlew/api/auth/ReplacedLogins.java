package dev.curlew.api.auth;

import io.vertx.core.Future;
import java.util.List;

/** Keeps a login out that a newer one has replaced: otherwise its client would come back and replace that one in turn. */
public interface ReplacedLogins {

    /** Ends the tokens everywhere and for good; fails with 50300 when that could not be written. */
    Future<Void> replaced(String tenant, long uid, List<String> tokenIds);
}
