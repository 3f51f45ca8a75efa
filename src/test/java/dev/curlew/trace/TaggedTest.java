package dev.curlew.trace;

import dev.curlew.Requirement;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A test that names rows.
 *
 * @param className as in the reports
 * @param method empty when the whole class is tagged: then all of its tests are meant
 */
record TaggedTest(String className, String method, List<String> ids) {

    /** Shown to people: the class without its package. */
    String title() {
        String shortName = className.substring(className.lastIndexOf('.') + 1).replace('$', '.');
        return method.isEmpty() ? shortName : shortName + "." + method;
    }

    /** Every tagged test below a folder of compiled classes. Classes are loaded, not initialised. */
    static List<TaggedTest> scan(Path classes) throws IOException, ClassNotFoundException {
        List<String> names;
        try (Stream<Path> files = Files.walk(classes)) {
            names = files.map(file -> classes.relativize(file).toString())
                    .filter(file -> file.endsWith(".class"))
                    .map(file ->
                            file.substring(0, file.length() - ".class".length()).replace('/', '.'))
                    .sorted()
                    .toList();
        }
        List<TaggedTest> found = new ArrayList<>();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, TaggedTest.class.getClassLoader())) {
            for (String name : names) {
                found.addAll(of(Class.forName(name, false, loader)));
            }
        }
        return found;
    }

    /** The tags of one class. Inherited tests count under the class that runs them, so an abstract one has none. */
    static List<TaggedTest> of(Class<?> type) {
        List<TaggedTest> found = new ArrayList<>();
        if (Modifier.isAbstract(type.getModifiers()) || type.isSynthetic()) {
            return found;
        }
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            add(found, type, "", owner.getDeclaredAnnotation(Requirement.class));
            addMethods(found, type, owner);
            for (Class<?> shared : owner.getInterfaces()) {
                addMethods(found, type, shared);
            }
        }
        return found;
    }

    private static void addMethods(List<TaggedTest> found, Class<?> type, Class<?> owner) {
        for (Method method : owner.getDeclaredMethods()) {
            add(found, type, method.getName(), method.getDeclaredAnnotation(Requirement.class));
        }
    }

    private static void add(List<TaggedTest> found, Class<?> type, String method, Requirement tag) {
        if (tag != null) {
            found.add(new TaggedTest(type.getName(), method, List.of(tag.value())));
        }
    }
}
