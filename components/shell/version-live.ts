const EVENT = "hub-version-live";

export const announceVersion = (): boolean => window.dispatchEvent(new Event(EVENT));

/** Subscribes to new versions. Returns the unsubscribe function. */
export function onVersionLive(listener: () => void): () => void {
  window.addEventListener(EVENT, listener);
  return () => window.removeEventListener(EVENT, listener);
}
