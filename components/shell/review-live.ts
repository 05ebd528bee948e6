const EVENT = "hub-review-live";

/** Notifies this window of a brand's review state: its mark, or null if none is open. */
export const announceReview = (mark: string | null): boolean =>
  window.dispatchEvent(new CustomEvent(EVENT, { detail: mark }));

/** Subscribes to review state changes. Returns the unsubscribe function. */
export function onReviewLive(listener: (mark: string | null) => void): () => void {
  const listen = (event: Event) => listener((event as CustomEvent<string | null>).detail);
  window.addEventListener(EVENT, listen);
  return () => window.removeEventListener(EVENT, listen);
}
