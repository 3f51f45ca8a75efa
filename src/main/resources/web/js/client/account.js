const KEY = "curlew.login";

/**
 * Who is logged in. The session storage holds it, so that each tab can be someone else; with "remember" the local storage
 * holds it too, for new tabs.
 */
export function currentLogin() {
  for (const storage of [sessionStorage, localStorage]) {
    try {
      const login = JSON.parse(storage.getItem(KEY));
      if (login?.token && !(login.expires_at && login.expires_at < Date.now())) return login;
    } catch {
      storage.removeItem(KEY);
    }
  }
  return null;
}

/** @param {{uid: number, token: string, expires_at: number, account: string, tenant: string}} login */
export function keepLogin(login, remember) {
  sessionStorage.setItem(KEY, JSON.stringify(login));
  if (remember) localStorage.setItem(KEY, JSON.stringify(login));
}

/** Forgets it here, and for new tabs when those would become the same login. */
export function forgetLogin(login) {
  sessionStorage.removeItem(KEY);
  if (localStorage.getItem(KEY)?.includes(login.token)) localStorage.removeItem(KEY);
}
