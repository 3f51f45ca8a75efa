package dev.curlew.gateway.web;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** A headless Chromium with the web client in it. */
final class Browser implements AutoCloseable {

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Held so that its level stays: Selenium warns of every browser newer than itself for a protocol not used here. */
    private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

    static {
        SELENIUM.setLevel(Level.SEVERE);
    }

    private final ChromeDriver driver;
    private final String baseUrl;

    Browser(String baseUrl) {
        this.baseUrl = baseUrl;
        ChromeOptions options = new ChromeOptions();
        options.setBinary(CHROMIUM.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--window-size=1180,800");
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(DRIVER.toFile())
                .build();
        driver = new ChromeDriver(service, options);
    }

    /** Whether a browser is installed here. */
    static boolean isInstalled() {
        return Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER);
    }

    void login(String account, String query) {
        driver.get(baseUrl + "/" + query);
        await().atMost(PATIENCE).until(() -> !all("#account").isEmpty());
        one("#account").sendKeys(account);
        one("#password").sendKeys(account + "-pass", Keys.ENTER);
        awaitOnline();
    }

    void awaitOnline() {
        eventually(() -> !all(".app[data-connection='online']").isEmpty());
    }

    /** Cuts the socket when it is used next, which is at once, and lets none be opened. */
    void goOffline() {
        script("const Real = WebSocket, send = Real.prototype.send;"
                + "window.reconnect = () => { window.WebSocket = Real; dispatchEvent(new Event('online')); };"
                + "Real.prototype.send = function () { Real.prototype.send = send; this.close();"
                + "window.WebSocket = function () { throw new Error('no network'); }; };"
                + "dispatchEvent(new Event('online'));");
        eventually(() -> all(".app[data-connection='online']").isEmpty());
    }

    void goOnline() {
        script("window.reconnect()");
        awaitOnline();
    }

    String transport() {
        return one(".app").getDomAttribute("data-transport");
    }

    void reload() {
        driver.navigate().refresh();
        awaitOnline();
    }

    String openTab() {
        driver.switchTo().newWindow(WindowType.TAB);
        return driver.getWindowHandle();
    }

    String tab() {
        return driver.getWindowHandle();
    }

    void switchTo(String tab) {
        driver.switchTo().window(tab);
    }

    /** Starts a chat by the account's name, or opens the one there is. */
    void chatWith(String account) {
        one(".new-chat-button").click();
        one("#new-account").sendKeys(account, Keys.ENTER);
        eventually(() -> one(".chat").isDisplayed());
    }

    void send(String text) {
        one(".composer textarea").sendKeys(text.replace("\n", Keys.chord(Keys.SHIFT, Keys.ENTER)) + Keys.ENTER);
    }

    /** The texts of the open chat, in their order. */
    List<String> texts() {
        return strings("return [...document.querySelectorAll('.message .body')].map((b) => b.textContent)");
    }

    List<String> seqs() {
        return strings("return [...document.querySelectorAll('.message')].map((m) => m.dataset.seq)");
    }

    /** `waiting`, `queued`, `sent`, `read` or `failed`, of the last message with that text. */
    String stateOf(String text) {
        return (String) driver.executeScript(
                "return [...document.querySelectorAll('.message')].filter((m) => "
                        + "m.querySelector('.body').textContent === arguments[0]).at(-1)?.dataset.state ?? ''",
                text);
    }

    /** What the badge of the conversation with that name shows; empty when it has none. */
    String badge(String name) {
        return (String) driver.executeScript(
                "const row = [...document.querySelectorAll('.conversation')].find((r) => "
                        + "r.querySelector('.name').textContent === arguments[0]);"
                        + "const badge = row?.querySelector('.badge');"
                        + "return !badge || badge.hidden ? '' : badge.textContent",
                name);
    }

    /** Writes over what is in the composer, without sending it. */
    void write(String text) {
        one(".composer textarea").sendKeys(Keys.chord(Keys.CONTROL, "a"), text);
    }

    void press(Keys key) {
        one(".composer textarea").sendKeys(key);
    }

    /** The texts of the messages that are marked as edited. */
    List<String> edited() {
        return strings("return [...document.querySelectorAll('.message:has(.edited:not([hidden])) .body')]"
                + ".map((b) => b.textContent)");
    }

    /** What the header says below the name. */
    String presence() {
        return one(".presence-text").getText();
    }

    String title() {
        return driver.getTitle();
    }

    void open(String name) {
        eventually(() -> rows().stream().anyMatch(name::equals));
        driver.executeScript(
                "[...document.querySelectorAll('.conversation')].find((r) => "
                        + "r.querySelector('.name').textContent === arguments[0]).click()",
                name);
    }

    /** The names in the list, in their order. */
    List<String> rows() {
        return strings("return [...document.querySelectorAll('.conversation .name')].map((n) => n.textContent)");
    }

    void scrollToTop() {
        script("document.querySelector('.messages').scrollTop = 0");
    }

    Object script(String code, Object... arguments) {
        return driver.executeScript(code, arguments);
    }

    static void eventually(Supplier<Boolean> condition) {
        eventually(PATIENCE, condition);
    }

    static void eventually(Duration patience, Supplier<Boolean> condition) {
        await().atMost(patience)
                .pollInterval(Duration.ofMillis(100))
                .ignoreExceptionsMatching(WebDriverException.class::isInstance)
                .until(condition::get);
    }

    WebElement focused() {
        return driver.switchTo().activeElement();
    }

    void screenshot(String name) throws IOException {
        Files.createDirectories(SCREENSHOTS);
        Files.write(SCREENSHOTS.resolve(name + ".png"), driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        driver.quit();
    }

    WebElement one(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    private List<String> strings(String code) {
        return ((List<?>) driver.executeScript(code))
                .stream().map(String::valueOf).toList();
    }
}
