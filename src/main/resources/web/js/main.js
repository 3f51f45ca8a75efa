import { currentLogin, forgetLogin, keepLogin } from "./client/account.js";
import { Messenger } from "./client/messenger.js";
import { Store } from "./client/store.js";
import { Api } from "./net/api.js";
import { AppView } from "./view/app-view.js";
import { LoginView } from "./view/login-view.js";

const root = document.getElementById("root");
const forced = new URLSearchParams(location.search).get("transport");
const transport = ["websocket", "sockjs"].includes(forced) ? forced : null;

function showLogin(notice = "") {
  const onLogin = (login, remember) => {
    keepLogin(login, remember);
    showApp(login);
  };
  const view = new LoginView({ api: new Api(), onLogin, notice });
  root.replaceChildren(view.element);
  view.focus();
}

function showApp(login) {
  const api = new Api();
  api.token = login.token;
  const store = new Store({ uid: login.uid, account: login.account, tenant: login.tenant });
  let view = null;
  const messenger = new Messenger({ login, store, transport, isWatched: () => view?.chat.isWatched ?? false });
  const leave = (notice) => {
    messenger.stop();
    view.close();
    forgetLogin(login);
    history.replaceState(null, "", location.pathname + location.search);
    showLogin(notice);
  };
  const logout = async () => {
    leave("");
    // The token also ends by itself; without an answer there is nothing more to do here.
    await api.logout().catch(() => {});
  };
  view = new AppView({ store, messenger, onLogout: logout });
  store.addEventListener("connection", () => {
    const { name, login: mustLogin, reason } = store.connection;
    if (name === "ended" && mustLogin) leave(reason);
  });
  root.replaceChildren(view.element);
  messenger.start();
  // Until the answer is there, and without one, the account's name stands for it.
  api.user(login.uid).then((me) => view.nameMe(me.nickname), () => {});
}

const login = currentLogin();
if (login) {
  // A remembered login becomes this tab's own.
  keepLogin(login, false);
  showApp(login);
} else {
  showLogin();
}
