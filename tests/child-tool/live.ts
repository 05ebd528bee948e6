/**
 * Reloads an open page when its brand has a new version, the active brand changes, another tab switches brands or the
 * session ends.
 * It asks only this tool's server, and only while the page is visible.
 */
export const LIVE_SCRIPT = `
const { active, brand, version } = document.body.dataset;
const tried = "tried " + brand;
const turn = () => location.replace("/");
const activeBrand = () => document.cookie.split("; ").find((pair) => pair.startsWith("hub_active_brand=")) ?? "hub_active_brand=";

let source = null;
function listen() {
  source?.close();
  source = null;
  if (document.hidden) return;
  source = new EventSource("/changes");
  source.onmessage = ({ data }) => {
    const announced = Number(data);
    if (announced <= Number(version) || announced <= Number(sessionStorage.getItem(tried))) return;
    sessionStorage.setItem(tried, data);
    turn();
  };
  // EventSource reconnects after a lost connection, but not after a refusal, which prevents loops.
  source.onerror = ({ target }) => {
    if (target.readyState === EventSource.CLOSED && performance.now() > 2000) turn();
  };
}
document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", listen);

// Only once: a second redirect would cancel the sign-in in progress.
const watching = setInterval(() => {
  if (activeBrand() === "hub_active_brand=" + active) return;
  clearInterval(watching);
  turn();
}, 1000);

// Tabs share a session. If one has switched brands, the others are outdated.
const tabs = new BroadcastChannel("brand");
tabs.onmessage = ({ data }) => {
  if (data !== brand) turn();
};
tabs.postMessage(brand);

for (const time of document.querySelectorAll("time")) {
  time.textContent = new Date(time.dateTime).toLocaleTimeString();
  time.title = time.dateTime;
}
`;
