const GIVES_UP_MS = 10_000;

/** The id that a URL's fragment names. */
export function anchorOf(hash: string): string | null {
  try {
    return decodeURIComponent(hash.slice(1)) || null;
  } catch {
    return null;
  }
}

/** True for a page that was reloaded or returned to, where the browser restores the scroll position. */
function isRestored(): boolean {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return load !== undefined && load.type !== "navigate" && new URL(load.name).pathname === location.pathname;
}

/**
 * Scrolls to what the link to a page names by its fragment. The browser looked for it before the streamed page was in
 * its place.
 */
export function scrollToTarget(pathname: string): void {
  const id = anchorOf(location.hash);
  if (!id || isRestored()) return;
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
