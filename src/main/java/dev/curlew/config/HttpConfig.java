package dev.curlew.config;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.util.List;

/** The application port and the management port.
 *
 * @param allowedOrigins origins a browser may connect from besides the node's own; {@code *} allows all
 * @param maxBodyBytes largest request body
 * @param instances event loops that serve sockets and HTTP; 0 takes half of the processors, at least one */
public record HttpConfig(
        @NotBlank String host,
        @Min(0) @Max(65535) int port,
        @NotBlank String managementHost,
        @Min(0) @Max(65535) int managementPort,
        @NotNull List<String> allowedOrigins,
        @Min(65536) int maxBodyBytes,
        @Min(0) int instances,
        @Min(1) int maxConnections) {}
