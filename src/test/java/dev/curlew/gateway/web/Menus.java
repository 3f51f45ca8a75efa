package dev.curlew.gateway.web;

import static dev.curlew.gateway.web.Browser.eventually;

import java.util.List;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The menus of the web client, used by the keyboard, and what the list shows of their effects. */
final class Menus {

    private static final String ROW = "const row = [...document.querySelectorAll('.conversation')].find((r) => "
            + "r.querySelector('.name').textContent === arguments[0]);";

    private final Browser browser;

    Menus(Browser browser) {
        this.browser = browser;
    }

    /** Chooses from the menu of the last message with that text. */
    void ofMessage(String text, String command) {
        open(text);
        pick(command);
    }

    /** The commands of the last message with that text. */
    List<String> commands(String text) {
        open(text);
        List<String> labels = items().stream().map(WebElement::getText).toList();
        browser.focused().sendKeys(Keys.ESCAPE);
        return labels;
    }

    /** Chooses from the menu of the open chat. */
    void ofChat(String command) {
        browser.one(".chat-menu").click();
        pick(command);
    }

    /** The marks of a conversation in the list: {@code Muted}, {@code Pinned}. */
    List<String> marks(String name) {
        Object marks = browser.script(
                ROW + "return [...row.querySelectorAll('.pin:not([hidden])')].map((m) => m.title).sort()", name);
        return ((List<?>) marks).stream().map(String::valueOf).toList();
    }

    private void open(String text) {
        browser.script(
                "[...document.querySelectorAll('.message')].filter((m) => "
                        + "m.querySelector('.body').textContent === arguments[0]).at(-1).querySelector('.more').focus()",
                text);
        browser.focused().sendKeys(Keys.ENTER);
        eventually(() -> !items().isEmpty());
    }

    private void pick(String command) {
        eventually(() -> !items().isEmpty());
        int at = items().stream().map(WebElement::getText).toList().indexOf(command);
        if (at < 0) {
            throw new IllegalStateException("The menu does not have: " + command);
        }
        for (int i = 0; i < at; i++) {
            browser.focused().sendKeys(Keys.ARROW_DOWN);
        }
        browser.focused().sendKeys(Keys.ENTER);
    }

    private List<WebElement> items() {
        return browser.all(".menu:not([hidden]) .menu-item");
    }
}
