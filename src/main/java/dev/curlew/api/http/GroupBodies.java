package dev.curlew.api.http;

import dev.curlew.api.op.Fields;
import dev.curlew.domain.Group;
import dev.curlew.domain.Group.JoinPolicy;
import dev.curlew.domain.Group.Policy;
import dev.curlew.domain.GroupRole;
import dev.curlew.domain.Review;
import dev.curlew.protocol.ApiException;
import dev.curlew.store.group.Groups;
import dev.curlew.store.group.MemberRoles;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.hibernate.validator.constraints.CodePointLength;

/** What requests about groups carry; users and administrators send the same. */
final class GroupBodies {

    /** Users one call brings in. */
    static final int MOST_UIDS = 1000;

    /** Members an administrator's group begins with. */
    static final int MOST_AT_FIRST = 10_000;

    private static final String POLICIES = "all|admins";

    private GroupBodies() {}

    record NewGroup(
            @NotNull @CodePointLength(min = 1, max = 128) String name,
            @Size(max = MOST_UIDS) List<@NotNull @Min(1) @Max(Fields.MAX_NUMBER) Long> memberUids) {}

    /** Of {@code ownerUid} and {@code ownerAccount} there is one. */
    record AdminGroup(
            String tenant,
            @Min(1) @Max(Fields.MAX_NUMBER) Long ownerUid,
            @Size(min = 1, max = 128) String ownerAccount,
            @NotNull @CodePointLength(min = 1, max = 128) String name,
            @Size(max = MOST_AT_FIRST) List<@NotNull @Min(1) @Max(Fields.MAX_NUMBER) Long> memberUids,
            @Size(max = MOST_AT_FIRST) List<@NotNull @Size(min = 1, max = 128) String> memberAccounts) {

        void requireOneOwner() {
            if ((ownerUid == null) == (ownerAccount == null)) {
                throw ApiException.invalid("one of owner_uid and owner_account is expected, and only one.");
            }
        }
    }

    record NewMembers(
            String tenant,
            @Size(max = MOST_UIDS) List<@NotNull @Min(1) @Max(Fields.MAX_NUMBER) Long> uids,
            @Size(max = MOST_UIDS) List<@NotNull @Size(min = 1, max = 128) String> accounts) {

        void requireSome() {
            if (uids == null && accounts == null) {
                throw ApiException.invalid("uids or accounts is missing.");
            }
        }
    }

    record Uids(@NotNull @Size(max = MOST_UIDS) List<@NotNull @Min(1) @Max(Fields.MAX_NUMBER) Long> uids) {}

    record GroupChange(
            String tenant,
            @CodePointLength(min = 1, max = 128) String name,
            @CodePointLength(max = 1024) String faceUrl,
            @CodePointLength(max = 1024) String introduction,
            @CodePointLength(max = 4096) String ex,

            @Pattern(regexp = "open|approval|closed", message = "must be one of open, approval, closed")
            String joinPolicy,

            @Pattern(regexp = POLICIES, message = "must be one of all, admins")
            String invitePolicy,

            @Pattern(regexp = POLICIES, message = "must be one of all, admins")
            String announcePolicy,

            @Min(0) @Max(Fields.MAX_NUMBER) Long mutedUntil,

            @Pattern(regexp = "yes|no|auto", message = "must be one of yes, no, auto")
            String large,

            @Pattern(regexp = "off|all|risk|tenant", message = "must be one of off, all, risk, tenant")
            String review) {

        Groups.Patch patch() {
            requireName(name);
            return new Groups.Patch(
                    name,
                    faceUrl,
                    introduction,
                    ex,
                    joinPolicy == null
                            ? null
                            : Group.named(JoinPolicy.class, joinPolicy).orElseThrow(),
                    invitePolicy == null
                            ? null
                            : Group.named(Policy.class, invitePolicy).orElseThrow(),
                    announcePolicy == null
                            ? null
                            : Group.named(Policy.class, announcePolicy).orElseThrow(),
                    mutedUntil);
        }

        boolean oversees() {
            return large != null || review != null;
        }

        /** What is not said stays. */
        Group.Oversight over(Group.Oversight old) {
            return new Group.Oversight(
                    large == null ? old.large() : large.equals("auto") ? null : Boolean.valueOf(large.equals("yes")),
                    review == null ? old.review() : Review.Mode.named(review).orElse(null));
        }
    }

    record MemberChange(
            String tenant,

            @Pattern(regexp = "owner|admin|member", message = "must be one of owner, admin, member")
            String role,

            @Min(0) @Max(Fields.MAX_NUMBER) Long mutedUntil,
            @CodePointLength(max = 128) String nickname) {

        MemberRoles.Patch patch() {
            GroupRole named = role == null ? null : GroupRole.named(role).orElseThrow();
            if (named == GroupRole.OWNER && mutedUntil != null) {
                throw ApiException.invalid("muted_until: an owner cannot be muted.");
            }
            return new MemberRoles.Patch(named, mutedUntil, nickname);
        }
    }

    static void requireName(String name) {
        if (name != null && name.isBlank()) {
            throw ApiException.invalid("name is blank.");
        }
    }

    static <T> List<T> orNone(List<T> given) {
        return given == null ? List.of() : given;
    }
}
