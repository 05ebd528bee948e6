const VERSION = "hub-version-live";
const REVIEW = "hub-review-live";

/** Calls the listener with each event's detail. Returns the unsubscribe function. */
function on<Detail>(name: string, listener: (detail: Detail) => void): () => void {
  const listen = (event: Event) => listener((event as CustomEvent<Detail>).detail);
  window.addEventListener(name, listen);
  return () => window.removeEventListener(name, listen);
}

export const announceVersion = (): boolean => window.dispatchEvent(new CustomEvent(VERSION));

export const onVersionLive = (listener: () => void) => on(VERSION, listener);

/** Notifies this window of a brand's review state: its mark, or null if none is open. */
export const announceReview = (mark: string | null): boolean =>
  window.dispatchEvent(new CustomEvent(REVIEW, { detail: mark }));

export const onReviewLive = (listener: (mark: string | null) => void) => on(REVIEW, listener);
