package dev.curlew.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeAddressTest {
    @Test
    void theNodesOfAClusterHaveTheirDocumentedPortsAndKnowEachOther() {
        List<NodeAddress> nodes = NodeAddress.development(2, Map.of());
        assertThat(nodes).extracting(NodeAddress::nodeId).containsExactly("node1", "node2");
        assertThat(nodes).extracting(NodeAddress::port).containsExactly(8080, 8090);
        assertThat(nodes).extracting(NodeAddress::managementPort).containsExactly(8081, 8091);
        assertThat(nodes.get(0).members()).isEqualTo(nodes.get(1).members());
        assertThat(nodes).allMatch(node -> node.members().contains("127.0.0.1:" + node.clusterPort()));
    }

    @Test
    void theEnvironmentChoosesOtherPorts() {
        List<NodeAddress> nodes =
                NodeAddress.development(2, Map.of("CURLEW_HTTP_PORT", "9080", "CURLEW_HTTP_MANAGEMENT_PORT", "9085"));
        assertThat(nodes).extracting(NodeAddress::port).containsExactly(9080, 9090);
        assertThat(nodes).extracting(NodeAddress::managementPort).containsExactly(9085, 9095);
    }

    @Test
    void whatIsNoPortIsSaidPlainly() {
        for (String wrong : List.of("abc", "99999", "0", "-1", "", "65530")) {
            assertThatThrownBy(() -> NodeAddress.development(2, Map.of("CURLEW_HTTP_PORT", wrong)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("CURLEW_HTTP_PORT has to be a port from 1 to 65525, not: " + wrong);
        }
        assertThatThrownBy(() -> NodeAddress.development(1, Map.of("CURLEW_HTTP_MANAGEMENT_PORT", "x")))
                .hasMessage("CURLEW_HTTP_MANAGEMENT_PORT has to be a port from 1 to 65535, not: x");
    }

    @Test
    void theProposedPortsAreFree() throws IOException {
        int proposed = NodeAddress.freeFirst(2);
        try (ServerSocket second = new ServerSocket(proposed + 11)) {
            assertThat(NodeAddress.freeFirst(2)).isGreaterThan(proposed);
            assertThat(Ports.isFree(second.getLocalPort())).isFalse();
        }
    }

    @Test
    void whoHoldsAPortIsFound() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            long self = ProcessHandle.current().pid();
            assertThat(PortHolder.process(socket.getLocalPort()))
                    .map(ProcessHandle::pid)
                    .contains(self);
            assertThat(PortHolder.describe(socket.getLocalPort())).startsWith("process " + self + ": ");
        }
    }

    @Test
    void aNodeIsToldItsAddressInTermsOfItsConfiguration() {
        NodeAddress node = new NodeAddress("node9", 1, 2, 3, List.of("127.0.0.1:3", "127.0.0.1:4"));
        assertThat(node.settings())
                .containsEntry("node.id", "node9")
                .containsEntry("http.port", "1")
                .containsEntry("http.management_port", "2")
                .containsEntry("cluster.port", "3")
                .containsEntry("cluster.members", "127.0.0.1:3,127.0.0.1:4");
    }
}
