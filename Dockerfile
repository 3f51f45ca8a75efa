# The node alone; it brings no store. Build: docker build -t curlew .
FROM maven:3.9-eclipse-temurin-17 AS build
WORKDIR /build
COPY pom.xml cluster.xml ./
COPY .mvn .mvn
COPY src/main src/main
# Tests and their libraries stay outside; what they check has been checked before an image is built.
RUN mvn -B -Dmaven.test.skip=true -Dspotless.check.skip -Dcheckstyle.skip package

FROM eclipse-temurin:17-jre
RUN apt-get update && apt-get install -y --no-install-recommends curl && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --no-create-home curlew
WORKDIR /curlew
COPY --from=build /build/target/curlew.jar ./
COPY conf/production.yaml conf/
USER curlew
EXPOSE 8080 8081 5701
ENV CURLEW_CONFIG=conf/production.yaml \
    JAVA_TOOL_OPTIONS="-XX:MaxRAMPercentage=60 -XX:+UseG1GC -XX:+ExitOnOutOfMemoryError"
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 CMD curl -fsS http://127.0.0.1:8081/readyz || exit 1
ENTRYPOINT ["java", "-jar", "curlew.jar"]
CMD ["run"]
