MVN ?= mvn
TEST_PATH = target/classes:target/test-classes:$$(cat target/test.classpath)

.PHONY: trace

# Rows of docs/requirements.md and their tests, from the reports of the last test run.
trace: target/test.classpath
	@java -cp "$(TEST_PATH)" dev.curlew.trace.Trace --require docs/required-rows.txt

target/test.classpath: pom.xml
	$(MVN) -q -B process-test-classes
