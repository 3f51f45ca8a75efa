package dev.curlew.api.group;

import dev.curlew.protocol.ApiException;
import dev.curlew.store.UserDirectory;
import dev.curlew.store.UserDirectory.UserProfile;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Users as a product's backend names them: by uid, or by the names it gave them itself. */
public final class NamedUsers {

    private final UserDirectory users;

    public NamedUsers(UserDirectory users) {
        this.users = users;
    }

    /** All of them by uid, in their order. Fails with 40400 naming the account that nobody has. */
    public Future<List<Long>> uids(String tenant, List<Long> uids, List<String> accounts) {
        List<Future<Optional<UserProfile>>> found = accounts.stream()
                .map(account -> users.findByAccount(tenant, account))
                .toList();
        return Future.join(found).map(all -> {
            List<Long> result = new ArrayList<>(uids);
            for (int i = 0; i < accounts.size(); i++) {
                String account = accounts.get(i);
                result.add(found.get(i)
                        .result()
                        .orElseThrow(() -> ApiException.notFound("account " + account))
                        .uid());
            }
            return result;
        });
    }
}
