package dev.curlew.api.admin;

import dev.curlew.protocol.ApiException;
import dev.curlew.protocol.BusAddresses;
import dev.curlew.store.CachedConfiguration;
import dev.curlew.store.Configuration.Dictionary;
import dev.curlew.store.Configuration.Enterprise;
import dev.curlew.store.Configuration.Entry;
import dev.curlew.store.Configuration.ThirdParty;
import dev.curlew.store.TenantDirectory;
import dev.curlew.store.mysql.ConfigurationStore;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and changes the configuration of the installation; every node learns of a change over the bus, and by itself by the clock. */
public final class ConfigurationAdmin {

    /** Body of a message on {@link BusAddresses#ALL_CONTROL}: the configuration changed. */
    public static final String CONFIGURATION = "configuration";

    private final Vertx vertx;
    private final ConfigurationStore store;
    private final CachedConfiguration cache;
    private final TenantDirectory tenants;

    public ConfigurationAdmin(
            Vertx vertx, ConfigurationStore store, CachedConfiguration cache, TenantDirectory tenants) {
        this.vertx = vertx;
        this.store = store;
        this.cache = cache;
        this.tenants = tenants;
    }

    /** Listens for changes other nodes make; unregister the consumer at the end. */
    public MessageConsumer<Object> listen() {
        return vertx.eventBus().consumer(BusAddresses.ALL_CONTROL, message -> {
            if (CONFIGURATION.equals(message.body())) {
                cache.refresh();
            }
        });
    }

    /** What is in force on this node. */
    public CachedConfiguration current() {
        return cache;
    }

    /** A value that is null removes its parameter. */
    public Future<Void> setParameters(Map<String, String> changes) {
        return store.setParameters(changes).onSuccess(done -> changed());
    }

    /** Makes a dictionary, or takes the place of all that it was. */
    public Future<Dictionary> putDictionary(String type, String name, List<Entry> entries) {
        return store.putDictionary(type, name, entries)
                .onSuccess(done -> changed())
                .compose(done -> cache.dictionary(type))
                .map(found -> present(found, "dictionary"));
    }

    /** Fails with 40400. */
    public Future<Void> removeDictionary(String type) {
        return store.removeDictionary(type).onSuccess(done -> changed()).map(was -> required(was, "dictionary"));
    }

    /** What is given is laid over what is there; null removes one. Fails with 40400 and 40002. */
    public Future<ThirdParty> changeThirdParty(String name, Map<String, String> settings, Map<String, String> secrets) {
        ThirdParties.requireKnown(name);
        ThirdParties.check(name, settings, secrets);
        return store.changeThirdParty(name, settings, secrets)
                .onSuccess(done -> changed())
                .compose(done -> cache.thirdParty(name))
                .map(found -> present(found, "service"));
    }

    /** Makes an enterprise, or takes the place of what it was; fails with 40400 for a tenant that is not there. */
    public Future<Enterprise> putEnterprise(Enterprise one) {
        return tenants.find(one.tenant())
                .compose(tenant -> {
                    required(tenant.isPresent(), "tenant");
                    return store.putEnterprise(one);
                })
                .onSuccess(done -> changed())
                .compose(done -> cache.enterprise(one.code()))
                .map(found -> present(found, "enterprise"));
    }

    /** Fails with 40400. */
    public Future<Void> removeEnterprise(String code) {
        return store.removeEnterprise(code).onSuccess(done -> changed()).map(was -> required(was, "enterprise"));
    }

    /** Something of the configuration was committed: here and everywhere it is read again. */
    void changed() {
        cache.refresh();
        vertx.eventBus().publish(BusAddresses.ALL_CONTROL, CONFIGURATION);
    }

    /** The value, or 40400. */
    public static <T> T present(Optional<T> found, String what) {
        return found.orElseThrow(() -> ApiException.notFound(what));
    }

    private static Void required(boolean there, String what) {
        if (!there) {
            throw ApiException.notFound(what);
        }
        return null;
    }
}
