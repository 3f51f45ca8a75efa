package dev.curlew.bench;

/** What was measured says nothing. */
final class NotValid extends RuntimeException {

    NotValid(String why) {
        super(why);
    }
}
