package dev.curlew.api.http;

import dev.curlew.api.auth.EnterpriseCodes;
import dev.curlew.api.auth.Registrations.Way;
import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.ErrorCode;
import dev.curlew.store.Configuration.Enterprise;
import dev.curlew.store.Configuration.Mode;
import io.vertx.core.Future;
import java.util.Objects;
import java.util.stream.Stream;

/** Which tenant a request without a token is for: it says so itself, or an enterprise's code or temporary token does. */
final class Doors {

    private static final Door NOWHERE = new Door("", Way.ENTERPRISE_CODE, Mode.LOGIN);

    private final EnterpriseCodes enterprises;
    private final String defaultTenant;

    Doors(EnterpriseCodes enterprises, String defaultTenant) {
        this.enterprises = enterprises;
        this.defaultTenant = defaultTenant;
    }

    /** A tenant, how the request came to it, and what that lets it do. */
    record Door(String tenant, Way way, Mode mode) {

        /** Fails with 40300 where only logging in is meant. */
        void requireRegistration() {
            if (mode != Mode.OPEN) {
                throw new ApiException(ErrorCode.FORBIDDEN, "Nobody registers by this enterprise code.");
            }
        }
    }

    /** Fails with 40400 for an enterprise that is not known, 40100 for a temporary token that does not hold, 40002 for none or several. */
    Future<Door> open(Exchange exchange, String tenant, String enterpriseCode, String tempToken) {
        return openOrNone(exchange, tenant, enterpriseCode, tempToken).map(door -> {
            if (door == NOWHERE) {
                throw ApiException.notFound("enterprise");
            }
            return door;
        });
    }

    /** The same, with a tenant that is nobody's for an enterprise that is not known: a login must not tell the two from a wrong password. */
    Future<Door> openOrNone(Exchange exchange, String tenant, String enterpriseCode, String tempToken) {
        return find(exchange, tenant, enterpriseCode, tempToken).onSuccess(door -> exchange.concerns(door.tenant()));
    }

    private Future<Door> find(Exchange exchange, String tenant, String enterpriseCode, String tempToken) {
        long given = Stream.of(tenant, enterpriseCode, tempToken)
                .filter(Objects::nonNull)
                .count();
        if (given > 1) {
            throw ApiException.invalid("tenant, enterprise_code and temp_token: only one is expected.");
        }
        if (enterpriseCode != null) {
            return enterprises
                    .find(enterpriseCode)
                    .map(found -> found.map(Doors::of).orElse(NOWHERE));
        }
        if (tempToken != null) {
            return enterprises.take(tempToken).map(Doors::of);
        }
        String named = exchange.tenant(tenant, defaultTenant);
        if (named.isEmpty()) {
            throw ApiException.invalid("tenant is missing.");
        }
        return Future.succeededFuture(new Door(named, Way.TENANT_CODE, Mode.OPEN));
    }

    private static Door of(Enterprise one) {
        return new Door(one.tenant(), Way.ENTERPRISE_CODE, one.mode());
    }
}
