/**
 * Keeps an open page up to date: it turns when the hub announces a newer version of its brand (once for each version),
 * when the active-brand cookie is another than the one that this page was made for, when another tab shows another brand, and when its session has ended, as with a restart of this tool. Only this tool's
 * own server is asked, and only while the page is seen.
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
  // The browser comes back by itself after a lost connection, never after a refusal. A page that is refused at once stays: no loop.
  source.onerror = ({ target }) => {
    if (target.readyState === EventSource.CLOSED && performance.now() > 2000) turn();
  };
}
document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", listen);

// Once: a second turn would break off the hand-off that the first one began.
const watching = setInterval(() => {
  if (activeBrand() === "hub_active_brand=" + active) return;
  clearInterval(watching);
  turn();
}, 1000);

// The tabs of one browser share a session: where one of them has turned to another brand, the others show what it was before.
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
