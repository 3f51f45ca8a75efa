package dev.curlew.chaos;

import java.util.Random;

/** Something that breaks while clients talk. */
public interface Fault {

    /** The row of the fault table this belongs to. */
    int number();

    String name();

    /** Breaks something and returns when the broken time is over. */
    void inject(Env env, Random random);

    /** Whether the short form leaves it out. */
    default boolean longOnly() {
        return false;
    }

    /** Puts things right; called whatever {@link #inject} did. */
    default void heal(Env env) {
        env.startAllNodes();
    }
}
