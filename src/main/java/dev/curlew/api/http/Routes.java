package dev.curlew.api.http;

/** Endpoints that belong together. */
public interface Routes {

    void bind(ApiRouter api);
}
