package dev.curlew.push;

import dev.curlew.domain.GroupId;
import dev.curlew.protocol.GroupReminders.Item;
import dev.curlew.protocol.PushBatch.Reminder;
import dev.curlew.push.PushProvider.Content;
import dev.curlew.push.PushProvider.Notice;
import dev.curlew.store.PushTokens;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.UnreadTotals;
import dev.curlew.store.UserKey;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes notices of what is due: what they say, the badge, and the devices they go to. */
final class Composer {

    private static final Logger LOG = LoggerFactory.getLogger(Composer.class);
    private static final String PREVIEW_SETTING = "push_preview";
    /** Says nothing about the message. */
    private static final String NEUTRAL_BODY = "You have a new message";

    private static final String MENTION_BODY = "You were mentioned";

    private static final int COUNTED_AT_ONCE = 32;

    private final TenantDirectory tenants;
    private final PushTokens tokens;
    private final UnreadTotals totals;

    Composer(TenantDirectory tenants, PushTokens tokens, UnreadTotals totals) {
        this.tenants = tenants;
        this.tokens = tokens;
        this.totals = totals;
    }

    /** The devices of the users; empty where the provider wants none. Fails while they cannot be looked up. */
    Future<Map<UserKey, List<String>>> devices(List<Due> dues, String provider) {
        Map<UserKey, List<String>> all = new ConcurrentHashMap<>();
        if (provider.isEmpty()) {
            return Future.succeededFuture(all);
        }
        List<Future<Void>> lookups = new ArrayList<>();
        Due.byTenant(dues).forEach((tenant, some) -> {
            Set<Long> uids = new HashSet<>();
            some.forEach(due -> uids.add(due.uid()));
            lookups.add(tokens.find(tenant, provider, uids)
                    .onSuccess(found -> found.forEach((uid, list) -> all.put(new UserKey(tenant, uid), list)))
                    .mapEmpty());
        });
        return Future.join(lookups).map(all);
    }

    /** Never fails: what cannot be found out is left out of the notice. */
    Future<List<Notice>> notices(List<Due> dues, Map<UserKey, List<String>> devices) {
        Future<Set<String>> previewing = previewing(dues);
        Future<Map<UserKey, Long>> badges = badges(dues);
        return Future.join(previewing, badges)
                .map(both -> dues.stream()
                        .map(due -> {
                            UserKey user = new UserKey(due.tenant(), due.uid());
                            Content content = content(
                                    due,
                                    previewing.result().contains(due.tenant()),
                                    due.reminder().badge() ? badges.result().get(user) : null);
                            return new Notice(due.uid(), devices.getOrDefault(user, List.of()), content);
                        })
                        .toList());
    }

    private static Content content(Due due, boolean preview, Long badge) {
        Reminder reminder = due.reminder();
        return new Content(
                due.tenant(),
                due.conversationId(),
                due.seq(),
                reminder.fromUid(),
                given(reminder.title()) ? reminder.title() : "",
                body(reminder, preview, NEUTRAL_BODY),
                given(reminder.ex()) ? reminder.ex() : null,
                given(reminder.iosPushSound()) ? reminder.iosPushSound() : null,
                badge);
    }

    /**
     * What members of a group are told of a message, the same for all of them, save that those it mentions learn that. Without a badge: it
     * differs from member to member, and each would need a call of their own.
     */
    static Content ofGroup(String tenant, GroupId group, Item item, boolean preview, boolean mentioned) {
        Reminder reminder = item.reminder();
        return new Content(
                tenant,
                group.conversation(),
                item.seq(),
                reminder.fromUid(),
                given(reminder.title()) ? reminder.title() : "",
                body(reminder, preview, mentioned ? MENTION_BODY : NEUTRAL_BODY),
                given(reminder.ex()) ? reminder.ex() : null,
                given(reminder.iosPushSound()) ? reminder.iosPushSound() : null,
                null);
    }

    private static String body(Reminder reminder, boolean preview, String neutral) {
        if (given(reminder.desc())) {
            return reminder.desc();
        }
        return preview && given(reminder.preview()) ? reminder.preview() : neutral;
    }

    private static boolean given(String text) {
        return text != null && !text.isEmpty();
    }

    /** Tenants that turned previews on. One that cannot be looked up counts as not. */
    private Future<Set<String>> previewing(List<Due> dues) {
        Set<String> on = ConcurrentHashMap.newKeySet();
        List<Future<Void>> lookups = new ArrayList<>();
        for (String code : Due.byTenant(dues).keySet()) {
            lookups.add(previews(code)
                    .onSuccess(wanted -> {
                        if (wanted) {
                            on.add(code);
                        }
                    })
                    .mapEmpty());
        }
        return Future.join(lookups).map(on);
    }

    /** Whether a tenant turned previews on. Never fails. */
    Future<Boolean> previews(String tenant) {
        return tenants.find(tenant)
                .map(found ->
                        found.filter(one -> one.flag(PREVIEW_SETTING, false)).isPresent())
                .otherwise(false);
    }

    /** Unread totals of those who are to see one, each asked for once. */
    private Future<Map<UserKey, Long>> badges(List<Due> dues) {
        Map<UserKey, Set<String>> asked = new LinkedHashMap<>();
        dues.stream()
                .filter(due -> due.reminder().badge())
                .forEach(due -> asked.computeIfAbsent(new UserKey(due.tenant(), due.uid()), user -> new HashSet<>())
                        .add(due.conversationId()));
        Map<UserKey, Long> badges = new ConcurrentHashMap<>();
        List<UserKey> users = List.copyOf(asked.keySet());
        return Lanes.run(
                        users,
                        COUNTED_AT_ONCE,
                        user -> totals.total(user.tenant(), user.uid(), asked.get(user))
                                .onSuccess(total -> badges.put(user, total))
                                .onFailure(failure -> LOG.warn(
                                        "No badge, tenant {}, uid {}: {}",
                                        user.tenant(),
                                        user.uid(),
                                        failure.toString()))
                                .otherwise(0L))
                .map(badges);
    }
}
