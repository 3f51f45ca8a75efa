const SOCKJS_SCRIPT = "/web/sockjs.min.js";

let sockJsScript;

/** Opens `/ws` or `/sockjs`. Both give an object with the interface of a WebSocket. */
export async function openSocket(kind) {
  if (kind === "sockjs") {
    const SockJS = await loadSockJs();
    return new SockJS("/sockjs", null, { timeout: 5_000 });
  }
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}/ws`);
}

/** The library is only fetched by the few who need it. */
function loadSockJs() {
  sockJsScript ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = SOCKJS_SCRIPT;
    script.onload = () => resolve(globalThis.SockJS);
    script.onerror = () => {
      sockJsScript = undefined;
      script.remove();
      reject(new Error("The SockJS library cannot be loaded"));
    };
    document.head.append(script);
  });
  return sockJsScript;
}
