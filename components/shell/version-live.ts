const EVENT = "hub-version-live";

export const tellVersionLive = (): boolean => window.dispatchEvent(new Event(EVENT));

/** Has `heard` called whenever that happens; the returned function ends it. */
export function onVersionLive(heard: () => void): () => void {
  window.addEventListener(EVENT, heard);
  return () => window.removeEventListener(EVENT, heard);
}
