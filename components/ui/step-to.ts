/** Key in the history state that marks an opened panel. Its value is the URL without the panel. */
const markOf = (name: string): string => `opened-${name}`;

/** How long to wait for the browser to go back. */
const BACK_TIMEOUT_MS = 1_000;

/** Steps requested while the browser goes back, which is asynchronous. Null otherwise. */
let waiting: (() => void)[] | null = null;

const address = ({ pathname, search, hash }: Location): string => pathname + search + hash;

/** Goes back to `url`, the previous entry. Steps requested until then run afterwards. */
function goBackTo(url: string): void {
  const opened = address(window.location);
  const settle = (event?: Event) => {
    window.removeEventListener("popstate", settle, true);
    clearTimeout(timer);
    const now = address(window.location);
    // The person navigated in between, and Back undid that.
    if (event && now === opened) window.history.forward();
    if (!event && now === opened) window.history.replaceState(null, "", url);
    const steps = waiting ?? [];
    waiting = null;
    for (const step of steps) step();
    // Keeps the scroll position, which going back would reset.
    const { scrollX, scrollY } = window;
    requestAnimationFrame(() => window.scrollTo(scrollX, scrollY));
  };
  waiting = [];
  // Capturing, so later listeners see the final URL.
  window.addEventListener("popstate", settle, true);
  const timer = setTimeout(settle, BACK_TIMEOUT_MS);
  window.history.back();
}

/**
 * Sets or removes a URL parameter without a request. The first value adds a history entry, and later values replace it.
 * Removing the parameter goes back, so Back leads to the previous page and Forward reopens.
 */
export function stepTo(name: string, value: string | null, hash?: string): void {
  if (waiting) {
    waiting.push(() => stepTo(name, value, hash));
    return;
  }
  const { pathname, search, hash: anchor } = window.location;
  const query = new URLSearchParams(search);
  if (query.get(name) === value && (hash ?? anchor) === anchor) return;
  query.delete(name);
  if (value !== null) query.set(name, value);
  const url = `${pathname}${query.size > 0 ? `?${query}` : ""}${hash ?? anchor}`;
  const mark = markOf(name);
  const before: unknown = window.history.state?.[mark];
  if (value === null && before === url) goBackTo(url);
  else if (value === null) window.history.replaceState(null, "", url);
  else if (before) window.history.replaceState({ [mark]: before }, "", url);
  else window.history.pushState({ [mark]: address(window.location) }, "", url);
}
