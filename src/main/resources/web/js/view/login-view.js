import { el } from "./dom.js";

const PLATFORM_WEB = 5;
const DEMO_ACCOUNTS = ["alice", "bob", "carol"];
const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** The form that makes a login. The tenant is only asked for when the address names one. */
export class LoginView {
  /**
   * @param {object} parts
   * @param {import("../net/api.js").Api} parts.api
   * @param {(login: object, remember: boolean) => void} parts.onLogin
   * @param {string} parts.notice why the user is here again
   */
  constructor({ api, onLogin, notice = "" }) {
    Object.assign(this, { api, onLogin });
    const tenant = new URLSearchParams(location.search).get("tenant");
    this.tenant = tenant === null ? null : field("tenant", "Organisation", { value: tenant, autocomplete: "organization" });
    this.account = field("account", "Account", { autocomplete: "username", required: true, maxLength: 128 });
    const hidden = { type: "password", autocomplete: "current-password", required: true };
    this.password = field("password", "Password", hidden);
    this.remember = el("input", { type: "checkbox", id: "remember", name: "remember" });
    this.error = el("p.login-error", { role: "alert", textContent: notice });
    this.button = el("button.primary", { type: "submit", textContent: "Log in" });
    this.element = this.#page();
  }

  focus() {
    this.account.input.focus();
  }

  #page() {
    const form = el(
      "form.login-card",
      { "aria-label": "Log in", onsubmit: (event) => this.#submit(event) },
      el("img.login-logo", { src: "/web/logo.svg", alt: "", width: 96, height: 96 }),
      el("h1", { textContent: "Curlew" }),
      el("p.login-lead", { textContent: "Messages that arrive, once and in order." }),
      this.tenant?.element ?? null,
      this.account.element,
      this.password.element,
      el("label.check", { for: "remember" }, this.remember, "Keep me logged in on this device"),
      this.error,
      this.button,
      LOOPBACK.has(location.hostname) ? this.#demo() : null,
    );
    return el("main.login", {}, form);
  }

  /** A node on this very machine is most likely the development one, which has these accounts. */
  #demo() {
    const fill = (account) => {
      this.account.input.value = account;
      this.password.input.value = `${account}-pass`;
      this.button.focus();
    };
    const buttons = DEMO_ACCOUNTS.map((account) =>
      el("button.chip", { type: "button", textContent: account, onclick: () => fill(account) }),
    );
    return el("div.demo", {}, el("p", { textContent: "Demo accounts (the password is the name and “-pass”):" }), ...buttons);
  }

  async #submit(event) {
    event.preventDefault();
    if (this.button.disabled) return;
    this.button.disabled = true;
    this.error.textContent = "";
    const tenant = this.tenant?.input.value.trim() ?? "";
    const account = this.account.input.value;
    try {
      const reply = await this.api.login({ tenant, account, password: this.password.input.value, platform: PLATFORM_WEB });
      this.onLogin({ ...reply, account, tenant }, this.remember.checked);
    } catch (failure) {
      this.error.textContent = explain(failure);
      this.password.input.select();
    } finally {
      this.button.disabled = false;
    }
  }
}

function field(name, label, properties) {
  const input = el("input", { id: name, name, type: "text", autocapitalize: "none", spellcheck: false, ...properties });
  return { input, element: el("div.field", {}, el("label", { for: name, textContent: label }), input) };
}

function explain(failure) {
  if (failure.code === 40100) return "Account and password do not match.";
  if (failure.code === 42900) return "Too many attempts. Please wait a moment.";
  if (failure.code === 40304 || failure.code === 40306) return "This account has been disabled.";
  return `${failure.message}.`.replace(/\.\.$/u, ".");
}
