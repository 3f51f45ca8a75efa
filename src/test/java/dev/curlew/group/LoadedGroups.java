package dev.curlew.group;

import dev.curlew.boot.Node;
import dev.curlew.domain.GroupId;
import dev.curlew.store.GroupKey;
import java.lang.reflect.Field;
import java.util.Map;

/** Takes out of a node's memory what no client and no store can: that it has a group loaded. */
final class LoadedGroups {

    private LoadedGroups() {}

    static void forget(Node node, String topic) throws ReflectiveOperationException {
        Object groups = in(in(in(in(node, "gateway"), "gateway"), "localGroups"), "groups");
        GroupKey key = new GroupKey(GroupWorld.TENANT, GroupId.ofTopic(topic).orElseThrow());
        if (((Map<?, ?>) groups).remove(key) == null) {
            throw new AssertionError("Not loaded: " + topic);
        }
    }

    private static Object in(Object of, String name) throws ReflectiveOperationException {
        Field field = of.getClass().getDeclaredField(name);
        field.setAccessible(true);
        return field.get(of);
    }
}
