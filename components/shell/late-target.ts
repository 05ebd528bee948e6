const GIVES_UP_MS = 10_000;

function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}

/** True for a page that was reloaded or returned to, where the browser restores the scroll position. */
function isRestored(): boolean {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return load !== undefined && load.type !== "navigate" && new URL(load.name).pathname === location.pathname;
}

/** Scrolls to what a link's fragment names. The browser looked for it before the streamed page was in its place. */
export function scrollToTarget(): void {
  if (isRestored()) return;
  const { hash, pathname } = location;
  const id = idIn(hash);
  const until = performance.now() + GIVES_UP_MS;
  const look = () => {
    if (location.pathname !== pathname || scrollY > 0 || performance.now() > until) return;
    const target = document.getElementById(id);
    // Hidden until it is in its place.
    if (!target?.getClientRects().length) {
      requestAnimationFrame(look);
      return;
    }
    target.scrollIntoView();
    // Tab continues from there.
    if (document.activeElement === document.body) target.focus({ preventScroll: true });
  };
  look();
}
