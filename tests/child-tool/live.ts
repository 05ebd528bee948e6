/**
 * Keeps an open page up to date: it turns when the hub announces a newer version of its brand (once for each version), and
 * when the active-brand cookie changes. Only this tool's own server is asked, and only while the page is seen.
 */
export const LIVE_SCRIPT = `
const { brand, version } = document.body.dataset;
const tried = "tried " + brand;
const turn = () => location.replace("/");
const activeBrand = () => document.cookie.split("; ").find((pair) => pair.startsWith("hub_active_brand=")) ?? "";

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
}
document.addEventListener("visibilitychange", listen);
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", listen);

const before = activeBrand();
setInterval(() => { if (activeBrand() !== before) turn(); }, 1000);

for (const time of document.querySelectorAll("time")) {
  time.textContent = new Date(time.dateTime).toLocaleTimeString();
  time.title = time.dateTime;
}
`;
