package dev.curlew.store;

import dev.curlew.store.Configuration.Dictionary;
import dev.curlew.store.Configuration.Enterprise;
import dev.curlew.store.Configuration.Parameter;
import dev.curlew.store.Configuration.ThirdParty;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The configuration of the installation in memory, in four families that are each read as a whole. */
public final class CachedConfiguration {

    private final Refreshed<SortedMap<String, Parameter>> parameters;
    private final Refreshed<SortedMap<String, Dictionary>> dictionaries;
    private final Refreshed<SortedMap<String, ThirdParty>> thirdParties;
    private final Refreshed<SortedMap<String, Enterprise>> enterprises;

    /** Where the families are read, each by its key. */
    public record Sources(
            Supplier<Future<SortedMap<String, Parameter>>> parameters,
            Supplier<Future<SortedMap<String, Dictionary>>> dictionaries,
            Supplier<Future<SortedMap<String, ThirdParty>>> thirdParties,
            Supplier<Future<SortedMap<String, Enterprise>>> enterprises) {}

    /**
     * @param refreshMs how often each is read again
     * @param clock milliseconds that only rise
     */
    public CachedConfiguration(Sources sources, long refreshMs, LongSupplier clock) {
        parameters = new Refreshed<>("parameters", refreshMs, clock, sources.parameters());
        dictionaries = new Refreshed<>("dictionaries", refreshMs, clock, sources.dictionaries());
        thirdParties = new Refreshed<>("third_party", refreshMs, clock, sources.thirdParties());
        enterprises = new Refreshed<>("enterprises", refreshMs, clock, sources.enterprises());
    }

    /** Reads all of it; fails when that cannot be done. */
    public Future<Void> start(Vertx vertx) {
        return Future.all(families().stream().map(family -> family.start(vertx)).toList())
                .mapEmpty();
    }

    public void stop(Vertx vertx) {
        families().forEach(family -> family.stop(vertx));
    }

    /** All of it changed, or may have: the next caller waits for what is there now. */
    public void refresh() {
        families().forEach(Refreshed::refresh);
    }

    public List<Refreshed<?>> families() {
        return List.of(parameters, dictionaries, thirdParties, enterprises);
    }

    public Future<SortedMap<String, Parameter>> parameters() {
        return parameters.current();
    }

    /** The value of a system parameter; empty where nobody set it. */
    public Future<Optional<String>> parameter(String name) {
        return parameters
                .current()
                .map(all -> Optional.ofNullable(all.get(name)).map(Parameter::value));
    }

    public Future<SortedMap<String, Dictionary>> dictionaries() {
        return dictionaries.current();
    }

    public Future<Optional<Dictionary>> dictionary(String type) {
        return dictionaries.current().map(all -> Optional.ofNullable(all.get(type)));
    }

    public Future<SortedMap<String, ThirdParty>> thirdParties() {
        return thirdParties.current();
    }

    /** How a service is reached; empty where nobody set anything of it. */
    public Future<Optional<ThirdParty>> thirdParty(String name) {
        return thirdParties.current().map(all -> Optional.ofNullable(all.get(name)));
    }

    public Future<SortedMap<String, Enterprise>> enterprises() {
        return enterprises.current();
    }

    /** The enterprise of a code, in whatever case it was typed; also one that is disabled. */
    public Future<Optional<Enterprise>> enterprise(String code) {
        return enterprises.current().map(all -> Optional.ofNullable(all.get(code.toLowerCase(Locale.ROOT))));
    }
}
