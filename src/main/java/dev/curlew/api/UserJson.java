package dev.curlew.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.protocol.Json;
import dev.curlew.store.UserDirectory.UserProfile;

/** Users as the contract shows them. */
public final class UserJson {

    private UserJson() {}

    /** @param withAccount only for the user and for admins */
    public static ObjectNode of(UserProfile profile, boolean withAccount) {
        ObjectNode user = Json.object().put("uid", profile.uid());
        if (withAccount) {
            user.put("account", profile.account());
        }
        return user.put("nickname", profile.nickname())
                .put("face_url", profile.faceUrl())
                .put("signature", profile.signature())
                .put("ex", profile.ex());
    }
}
