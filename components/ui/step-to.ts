/** The entry of the browser's history before one that is marked so is the page without what was opened, at the address that is the mark. */
const markOf = (name: string): string => `opened-${name}`;

/** How long a browser is waited for that does not go back after all. */
const PATIENCE_MS = 1_000;

/** Steps that wait until the browser has gone back, which takes it a moment; null while it does not. */
let waiting: (() => void)[] | null = null;

const address = ({ pathname, search, hash }: Location): string => pathname + search + hash;

/** Goes back to `url`, which the last entry is known to be. What is asked for meanwhile follows then. */
function goBackTo(url: string): void {
  const opened = address(window.location);
  const settle = (event?: Event) => {
    window.removeEventListener("popstate", settle, true);
    clearTimeout(timer);
    const now = address(window.location);
    // Somebody left for another page in between, and that one was gone back from.
    if (event && now === opened) window.history.forward();
    if (!event && now === opened) window.history.replaceState(null, "", url);
    const steps = waiting ?? [];
    waiting = null;
    for (const step of steps) step();
    // Nobody asked to see what was in view when it was opened.
    const { scrollX, scrollY } = window;
    requestAnimationFrame(() => window.scrollTo(scrollX, scrollY));
  };
  waiting = [];
  // Before those listen that follow the address: they are to find it as it will be.
  window.addEventListener("popstate", settle, true);
  const timer = setTimeout(settle, PATIENCE_MS);
  window.history.back();
}

/**
 * Sets a parameter of the URL, or takes it away, without asking anything of the server. The first value is a step of the history, which Back
 * takes back; those that follow take its place, so that nobody goes back through all of them. Taken away, that step is taken back: Back leads to
 * where one was before, and Forward to what was closed.
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
