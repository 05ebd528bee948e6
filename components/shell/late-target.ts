import { useEffect } from "react";

const GIVES_UP_MS = 10_000;

/** Scrolls to what a link's fragment names. The browser looked for it before the streamed page was in its place. */
export function useLateTarget(): void {
  useEffect(() => {
    const until = performance.now() + GIVES_UP_MS;
    let frame = 0;
    const look = () => {
      if (scrollY > 0 || performance.now() > until) return;
      const target = document.getElementById(location.hash.slice(1));
      // Hidden until it is in its place.
      if (target?.getClientRects().length) target.scrollIntoView();
      else frame = requestAnimationFrame(look);
    };
    if (location.hash) look();
    return () => cancelAnimationFrame(frame);
  }, []);
}
