const EVENT = "hub-review-live";

/** Tells what is open in this window how its brand's review stands: its mark, null while none is open. */
export const tellReviewLive = (mark: string | null): boolean =>
  window.dispatchEvent(new CustomEvent(EVENT, { detail: mark }));

/** Has `heard` called with the mark whenever that is told; the returned function ends it. */
export function onReviewLive(heard: (mark: string | null) => void): () => void {
  const listen = (event: Event) => heard((event as CustomEvent<string | null>).detail);
  window.addEventListener(EVENT, listen);
  return () => window.removeEventListener(EVENT, listen);
}
