package dev.curlew.dev;

/** The ports of one set of stores. */
public record StorePorts(int redis, int mysql, int kafka, int mongo) {

    /** Whatever is free. */
    public static StorePorts free() {
        return new StorePorts(Ports.free(), Ports.free(), Ports.free(), Ports.free());
    }

    /** The ports a developer can remember, each replaced by a free one where it is taken. */
    public static StorePorts development() {
        StorePorts wished = new StorePorts(16379, 13306, 19092, 27117);
        return new StorePorts(
                Ports.freeOr(wished.redis),
                Ports.freeOr(wished.mysql),
                Ports.freeOr(wished.kafka),
                Ports.freeOr(wished.mongo));
    }
}
