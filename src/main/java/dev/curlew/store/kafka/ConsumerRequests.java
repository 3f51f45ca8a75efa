package dev.curlew.store.kafka;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** What the Kafka consumers of this process have sent to the brokers: fetches, commits and heartbeats. */
public final class ConsumerRequests {

    private static final String CONSUMERS = "kafka.consumer:type=consumer-metrics,client-id=*";

    private ConsumerRequests() {}

    /** Requests of all consumers that are open now; one that was closed takes its number with it. */
    public static long total() {
        MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
        long sum = 0;
        try {
            for (ObjectName name : beans.queryNames(new ObjectName(CONSUMERS), null)) {
                sum += ((Number) beans.getAttribute(name, "request-total")).longValue();
            }
        } catch (JMException closedMeanwhile) {
            return sum;
        }
        return sum;
    }
}
