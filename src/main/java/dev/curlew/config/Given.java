package dev.curlew.config;

/** A value as somebody wrote it: a text, a list of texts or a map of texts, and where. */
record Given(Setting setting, Object value, String source) {}
