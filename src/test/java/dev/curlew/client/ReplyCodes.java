package dev.curlew.client;

import java.util.Set;

/** What a correct client makes of codes. */
public final class ReplyCodes {

    private static final Set<Integer> TRY_AGAIN = Set.of(40901, 42900, 50300, 50301);
    private static final Set<Integer> STAY_AWAY = Set.of(4401, 4403, 4409, 4410);

    private ReplyCodes() {}

    /** Whether an error reply to a send asks for the same again, under the same id. */
    public static boolean tryAgain(int code) {
        return TRY_AGAIN.contains(code);
    }

    /** Whether a close code says not to reconnect. */
    public static boolean stayAway(int closeCode) {
        return STAY_AWAY.contains(closeCode);
    }
}
