package dev.curlew.config;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Every key there is, read from the components of {@link CurlewConfig}: the records are the one list of settings. */
final class Settings {

    private final Map<String, Setting> byKey = new LinkedHashMap<>();
    private final Map<String, Setting> byEnvironment = new LinkedHashMap<>();
    private final Set<String> sections = new LinkedHashSet<>();

    Settings() {
        collect("", CurlewConfig.class);
        byKey.values().forEach(setting -> byEnvironment.put(setting.environmentName(), setting));
    }

    private void collect(String prefix, Class<?> section) {
        for (RecordComponent component : section.getRecordComponents()) {
            String key = prefix + snake(component.getName());
            if (component.getType().isRecord()) {
                sections.add(key);
                collect(key + ".", component.getType());
            } else {
                byKey.put(key, Setting.of(key, component.getType(), component.getGenericType()));
            }
        }
    }

    static String snake(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }

    Collection<Setting> all() {
        return Collections.unmodifiableCollection(byKey.values());
    }

    boolean isSection(String key) {
        return sections.contains(key);
    }

    Optional<Setting> find(String key) {
        return Optional.ofNullable(byKey.get(key));
    }

    Optional<Setting> findByEnvironment(String name) {
        return Optional.ofNullable(byEnvironment.get(name));
    }

    /** The ending of "unknown key": the nearest known one, or what the section has. */
    String suggestKey(String key) {
        Set<String> known = new LinkedHashSet<>(byKey.keySet());
        known.addAll(sections);
        return DidYouMean.nearest(key, known)
                .or(() -> sameName(key))
                .map(DidYouMean::ending)
                .orElseGet(() -> keysNear(key));
    }

    String suggestEnvironment(String name) {
        return DidYouMean.ending(name, byEnvironment.keySet());
    }

    private Optional<String> sameName(String key) {
        String last = key.substring(key.lastIndexOf('.') + 1);
        return byKey.keySet().stream()
                .filter(known -> known.endsWith("." + last))
                .findFirst();
    }

    /** The keys of the section that the key is in, or the top ones. */
    String keysNear(String key) {
        int dot = key.indexOf('.');
        String prefix = dot < 0 ? "" : key.substring(0, dot + 1);
        if (!prefix.isEmpty() && !sections.contains(prefix.substring(0, dot))) {
            prefix = "";
        }
        Set<String> names = new LinkedHashSet<>();
        for (String known : byKey.keySet()) {
            if (known.startsWith(prefix)) {
                names.add(prefix.isEmpty() ? known.replaceAll("\\..*", "") : known.substring(prefix.length()));
            }
        }
        return "; known here: " + String.join(", ", names);
    }
}
