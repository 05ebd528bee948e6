/** The entry of the browser's history before one that is marked so is the page without what was opened. */
const markOf = (name: string): string => `opened-${name}`;

/**
 * Sets a parameter of the URL, or takes it away, without asking anything of the server. The first value is a step of the history, which Back
 * takes back; those that follow take its place, so that nobody goes back through all of them.
 */
export function stepTo(name: string, value: string | null, hash = window.location.hash): void {
  const { pathname, search } = window.location;
  const query = new URLSearchParams(search);
  if (query.get(name) === value && hash === window.location.hash) return;
  query.delete(name);
  if (value !== null) query.set(name, value);
  const url = `${pathname}${query.size > 0 ? `?${query}` : ""}${hash}`;
  const mark = markOf(name);
  const stepped = window.history.state?.[mark] === true;
  if (stepped || value === null) window.history.replaceState(stepped ? { [mark]: true } : null, "", url);
  else window.history.pushState({ [mark]: true }, "", url);
}
