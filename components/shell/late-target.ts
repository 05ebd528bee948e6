import { useEffect } from "react";

/** Scrolls to what a link's fragment names. The browser looked for it before the streamed page was in its place. */
export function useLateTarget(): void {
  useEffect(() => {
    // About ten seconds.
    let frames = 600;
    const look = () => {
      if (scrollY > 0 || frames-- === 0) return;
      const target = document.getElementById(location.hash.slice(1));
      // Hidden until it is in its place.
      if (target?.getClientRects()[0]) target.scrollIntoView();
      else requestAnimationFrame(look);
    };
    if (location.hash) look();
  }, []);
}
