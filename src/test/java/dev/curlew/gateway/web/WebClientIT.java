package dev.curlew.gateway.web;

import static dev.curlew.gateway.web.Browser.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.curlew.client.TestHttp;
import dev.curlew.node.TestCluster;
import dev.curlew.protocol.Json;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/**
 * The web client in two real browsers, one on each of two nodes with users of their own. With the system property
 * {@code curlew.web.url} both use that running node of the development profile and its alice and bob; texts carry a random
 * part, so it may have been used before.
 */
class WebClientIT {

    private static final String URL = System.getProperty("curlew.web.url", "");

    /** One message follows the other's acknowledgement, and each of those is a commit in several stores. */
    private static final Duration SENDING_MANY = Duration.ofSeconds(90);

    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private String aliceName = "alice";
    private String bobName = "bob";
    private Browser alice;
    private Browser bob;

    @BeforeEach
    void open() {
        assumeTrue(Browser.isInstalled(), "Skipped: chromium and chromedriver are not installed here");
        if (URL.isEmpty()) {
            TestCluster cluster = TestCluster.shared();
            aliceName = register(cluster, "alice");
            bobName = register(cluster, "bob");
            alice = new Browser(cluster.url(0));
            bob = new Browser(cluster.url(1));
        } else {
            alice = new Browser(URL);
            bob = new Browser(URL);
        }
    }

    @AfterEach
    void close() {
        for (Browser browser : new Browser[] {alice, bob}) {
            if (browser != null) {
                browser.close();
            }
        }
    }

    @Test
    void twoPeopleChatLiveAndAReloadLosesNothing() throws Exception {
        talk("");
        alice.send("first " + run);
        eventually(() -> bob.texts().contains("first " + run));
        bob.send("second " + run + "\nwith a line below it");
        bob.send("🎉 " + run);
        eventually(() -> alice.texts().contains("🎉 " + run));
        eventually(() -> "read".equals(alice.stateOf("first " + run)));
        alice.screenshot("chat-alice");

        // A reload reads the newest page only; of a chat that was used before, more may have been in view.
        List<String> before = lastOf(bob.texts(), 20);
        bob.reload();
        eventually(() -> lastOf(bob.texts(), 20).equals(before));
        assertThat(before).containsSubsequence("first " + run, "second " + run + "\nwith a line below it", "🎉 " + run);
        assertThat(bob.seqs()).doesNotHaveDuplicates();
        bob.screenshot("chat-bob-reloaded");
    }

    @Test
    void theBadgeComesToBothTabsAndLeavesBothWhenReadInOne() throws Exception {
        talk("");
        alice.send("hello " + run);
        eventually(() -> "read".equals(alice.stateOf("hello " + run)));
        String first = bob.tab();
        bob.script("location.hash = ''");
        String second = bob.openTab();
        bob.login(bobName, "");
        eventually(() -> !bob.rows().isEmpty());
        eventually(() -> !bob.rows().isEmpty());
        String name = bob.rows().get(0);
        eventually(() -> bob.badge(name).isEmpty());

        alice.send("one " + run);
        alice.send("two " + run);
        eventually(() -> "2".equals(bob.badge(name)));
        bob.screenshot("badge-second-tab");
        bob.switchTo(first);
        eventually(() -> "2".equals(bob.badge(name)));
        assertThat(bob.title()).startsWith("(2)");

        bob.open(name);
        eventually(() -> bob.badge(name).isEmpty());
        bob.switchTo(second);
        eventually(() -> bob.badge(name).isEmpty());
        assertThat(bob.title()).isEqualTo("Curlew");
        eventually(() -> "read".equals(alice.stateOf("two " + run)));
    }

    @Test
    void whatWasTakenBackUnreadLeavesTheBadge() {
        talk("");
        // What is not read when the chat is closed would count as well.
        eventually(() -> "read".equals(alice.stateOf("start " + run)));
        String name = bob.rows().get(0);
        bob.script("location.hash = ''");
        // What came while the chat is still open would be read.
        eventually(() -> bob.all(".chatting").isEmpty());
        alice.send("stays " + run);
        alice.send("goes " + run);
        eventually(() -> "2".equals(bob.badge(name)));
        new Menus(alice).ofMessage("goes " + run, "Take back");
        eventually(() -> "1".equals(bob.badge(name)));
        bob.open(name);
        eventually(() -> bob.badge(name).isEmpty());
        eventually(() -> "read".equals(alice.stateOf("stays " + run)));
    }

    @Test
    void whatSomeoneWritesIsShownAndNeverRuns() throws Exception {
        talk("");
        String script = "<img src=x onerror=\"window.ran=1\"><script>window.ran=1</script>" + run;
        alice.send(script);
        eventually(() -> bob.texts().contains(script));
        assertThat(bob.script("return window.ran ?? null")).isNull();
        assertThat(bob.script("return document.querySelectorAll('.body img, .body script').length"))
                .isEqualTo(0L);
        bob.screenshot("script-is-text");
    }

    @Test
    void aPictureThatCannotBeLoadedShowsItsName() {
        assumeTrue(URL.isEmpty(), "Skipped: sending a picture needs a node of this test");
        talk("");
        TestHttp http = TestCluster.shared().http(0);
        ObjectNode picture = Json.object()
                .put("to_account", bobName)
                .put("client_msg_id", "picture-" + run)
                .put("content_type", 102);
        picture.putObject("content")
                .put("url", "https://127.0.0.1:9/" + run + ".jpg")
                .put("name", "beach-" + run + ".jpg")
                .put("width", 4)
                .put("height", 3)
                .put("size", 12)
                .put("mime", "image/jpeg");
        http.send(http.login("demo", aliceName, aliceName + "-pass", TestCluster.WEB), picture)
                .join();
        eventually(() -> bob.texts().contains("beach-" + run + ".jpg"));
        assertThat(bob.all(".body img")).isEmpty();
    }

    @Test
    void whatIsEditedAndTakenBackIsSeenByTheOtherAtOnceAndAfterAReload() throws Exception {
        talk("");
        Menus menus = new Menus(alice);
        alice.send("typo " + run);
        alice.send("regret " + run);
        bob.send("reply " + run);
        eventually(() -> alice.texts().contains("reply " + run));
        eventually(() -> bob.texts().contains("regret " + run));
        assertThat(menus.commands("typo " + run)).containsExactly("Edit", "Take back", "Delete for me");
        assertThat(menus.commands("reply " + run)).containsExactly("Delete for me");

        menus.ofMessage("typo " + run, "Edit");
        alice.write("right " + run + Keys.ENTER);
        eventually(() -> bob.edited().contains("right " + run));
        menus.ofMessage("regret " + run, "Take back");
        eventually(() -> bob.texts().stream().anyMatch(text -> text.endsWith(" took a message back")));
        menus.ofMessage("reply " + run, "Delete for me");
        eventually(() -> !alice.texts().contains("reply " + run));
        bob.write("and");
        eventually(() -> alice.presence().endsWith(" is typing…"));
        alice.screenshot("changes-alice");
        bob.write("" + Keys.DELETE);
        eventually(() -> alice.presence().equals("Online"));

        alice.reload();
        bob.reload();
        for (Browser browser : new Browser[] {alice, bob}) {
            eventually(() -> browser.edited().contains("right " + run));
            assertThat(browser.texts())
                    .anyMatch(text -> text.endsWith(" took a message back"))
                    .doesNotContain("typo " + run, "regret " + run);
        }
        assertThat(alice.texts()).contains("You took a message back").doesNotContain("reply " + run);
        assertThat(bob.texts()).contains("reply " + run);
        bob.screenshot("changes-bob-reloaded");
    }

    @Test
    void pinAndMuteSurviveAReloadAndHidingTakesOutOfTheList() throws Exception {
        talk("");
        Menus menus = new Menus(alice);
        String name = alice.rows().get(0);
        menus.ofChat("Pin");
        eventually(() -> menus.marks(name).equals(List.of("Pinned")));
        menus.ofChat("Mute");
        eventually(() -> menus.marks(name).equals(List.of("Muted", "Pinned")));
        alice.reload();
        eventually(() -> menus.marks(name).equals(List.of("Muted", "Pinned")));
        alice.screenshot("pinned-and-muted");
        menus.ofChat("Unmute");
        menus.ofChat("Unpin");
        eventually(() -> menus.marks(name).isEmpty());

        menus.ofChat("Hide");
        eventually(() -> !alice.rows().contains(name));
        bob.send("back " + run);
        eventually(() -> alice.rows().contains(name));
    }

    @Test
    void aTabThatWasAwayLearnsWhatChangedMeanwhile() throws Exception {
        talk("");
        alice.send("before " + run);
        alice.send("gone " + run);
        eventually(() -> bob.texts().contains("gone " + run));
        bob.goOffline();
        Menus menus = new Menus(alice);
        menus.ofMessage("before " + run, "Edit");
        alice.write("after " + run + Keys.ENTER);
        eventually(() -> alice.edited().contains("after " + run));
        menus.ofMessage("gone " + run, "Take back");
        eventually(() -> alice.texts().contains("You took a message back"));
        assertThat(bob.texts()).contains("before " + run, "gone " + run);
        bob.goOnline();
        eventually(() -> bob.edited().contains("after " + run));
        assertThat(bob.texts()).doesNotContain("before " + run, "gone " + run);
    }

    @Test
    void scrollingUpBringsTheWholeHistory() throws Exception {
        talk("");
        String marker = "oldest " + run;
        alice.send(marker);
        // Written at once, so that they also show that the outbox keeps the order.
        alice.script("const area = document.querySelector('.composer textarea');"
                + "for (let i = 1; i <= 70; i++) { area.value = 'h" + run + " ' + i;"
                + "area.form.requestSubmit(); }");
        eventually(SENDING_MANY, () -> List.of("sent", "read").contains(alice.stateOf("h" + run + " 70")));
        bob.reload();
        eventually(() -> bob.texts().contains("h" + run + " 70"));
        assertThat(bob.texts()).doesNotContain(marker);
        eventually(() -> {
            bob.scrollToTop();
            return bob.texts().contains(marker);
        });
        assertThat(bob.seqs()).isSortedAccordingTo(Comparator.comparingLong(Long::parseLong));
        assertThat(bob.seqs()).doesNotHaveDuplicates();
        assertThat(bob.texts().stream().filter(t -> t.startsWith("h" + run)).toList())
                .hasSize(70)
                .startsWith("h" + run + " 1", "h" + run + " 2")
                .endsWith("h" + run + " 70");
        bob.screenshot("history");
    }

    @Test
    void itWorksBySockJsToo() throws Exception {
        talk("?transport=sockjs");
        assertThat(alice.transport()).isEqualTo("sockjs");
        assertThat(bob.transport()).isEqualTo("websocket");
        alice.send("by sockjs " + run);
        eventually(() -> bob.texts().contains("by sockjs " + run));
        bob.send("by websocket " + run);
        eventually(() -> alice.texts().contains("by websocket " + run));
        alice.screenshot("sockjs");
    }

    /** A user of this test alone who can log in by password, as people do. */
    private String register(TestCluster cluster, String name) {
        String account = name + "-" + run;
        cluster.http(0).register("demo", account, account + "-pass", TestCluster.WEB);
        return account;
    }

    private static List<String> lastOf(List<String> all, int count) {
        return all.subList(Math.max(0, all.size() - count), all.size());
    }

    /** Both log in and open their chat; a first message makes it known to both. */
    private void talk(String aliceQuery) {
        alice.login(aliceName, aliceQuery);
        bob.login(bobName, "");
        alice.chatWith(bobName);
        alice.send("start " + run);
        eventually(() -> List.of("sent", "read").contains(alice.stateOf("start " + run)));
        eventually(() -> !bob.rows().isEmpty());
        bob.open(bob.rows().get(0));
        eventually(() -> bob.texts().contains("start " + run));
    }
}
