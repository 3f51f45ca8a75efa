package dev.curlew.protocol;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageCodec;
import java.io.IOException;
import java.util.List;

/** Carries immutable records over the bus: as CBOR between nodes, by reference within one. */
public final class BusCodec<T> implements MessageCodec<T, T> {

    private static final ObjectMapper CBOR = CBORMapper.builder().build();

    private final Class<? super T> wireType;
    private final Class<T> type;

    private BusCodec(Class<T> type, Class<? super T> wireType) {
        this.type = type;
        this.wireType = wireType;
    }

    /** Registers a codec for each record that crosses the bus; once per Vert.x instance. */
    public static void registerAll(EventBus bus) {
        bus.registerDefaultCodec(DeliveryBatch.class, new BusCodec<>(DeliveryBatch.class, DeliveryBatch.class));
        bus.registerDefaultCodec(GroupSends.class, new BusCodec<>(GroupSends.class, GroupSends.class));
        bus.registerDefaultCodec(
                GroupSends.Outcomes.class, new BusCodec<>(GroupSends.Outcomes.class, GroupSends.Outcomes.class));
        bus.registerDefaultCodec(Handover.class, new BusCodec<>(Handover.class, Handover.class));
        for (Class<? extends NodeCommand> command : List.of(
                NodeCommand.SettleSends.class,
                NodeCommand.Kick.class,
                NodeCommand.CanLook.class,
                NodeCommand.HoldMembers.class,
                NodeCommand.MembersChanged.class)) {
            registerCommand(bus, command);
        }
        bus.registerDefaultCodec(
                NodeCommand.Reply.class, new BusCodec<>(NodeCommand.Reply.class, NodeCommand.Reply.class));
    }

    private static <C extends NodeCommand> void registerCommand(EventBus bus, Class<C> command) {
        bus.registerDefaultCodec(command, new BusCodec<>(command, NodeCommand.class));
    }

    @Override
    public void encodeToWire(Buffer buffer, T value) {
        try {
            byte[] bytes = CBOR.writerFor(wireType).writeValueAsBytes(value);
            buffer.appendInt(bytes.length).appendBytes(bytes);
        } catch (IOException e) {
            throw new IllegalArgumentException("Not encodable: " + type, e);
        }
    }

    @Override
    public T decodeFromWire(int position, Buffer buffer) {
        int length = buffer.getInt(position);
        try {
            return type.cast(CBOR.readValue(buffer.getBytes(position + 4, position + 4 + length), wireType));
        } catch (IOException e) {
            throw new IllegalArgumentException("Not a " + type, e);
        }
    }

    @Override
    public T transform(T value) {
        return value;
    }

    @Override
    public String name() {
        return type.getName();
    }

    @Override
    public byte systemCodecID() {
        return -1;
    }
}
