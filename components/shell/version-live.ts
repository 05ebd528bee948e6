const EVENT = "hub-version-live";

export const tellVersionLive = (): boolean => window.dispatchEvent(new Event(EVENT));

/** Subscribes to new versions. Returns the unsubscribe function. */
export function onVersionLive(heard: () => void): () => void {
  window.addEventListener(EVENT, heard);
  return () => window.removeEventListener(EVENT, heard);
}
