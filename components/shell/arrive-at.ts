const LOOK_EVERY_MS = 50;
/** A page that has not come by then says itself what is wrong. */
const GIVE_UP_AFTER_MS = 8_000;
const FOCUSABLE = "input:not([type=hidden]), textarea, select, button, [tabindex]";

/** Brings what an anchor names into the middle of the window, with the focus, and marks it for a moment. */
function show(element: HTMLElement): void {
  element.scrollIntoView({ block: "center" });
  const target = element.matches(FOCUSABLE) ? element : element.querySelector<HTMLElement>(FOCUSABLE);
  target?.focus({ preventScroll: true });
  const outline = { outline: "3px solid var(--color-accent)", outlineOffset: "3px" };
  element.animate([outline, outline, { outline: "3px solid transparent", outlineOffset: "3px" }], 2_000);
}

/**
 * After a navigation to an anchor: goes there once the page stands and no dialog is open any more. Browsers do so for their own navigations
 * alone, and tell nobody of the hub's; whoever opens what has no element yet listens for `hashchange`.
 */
export function arriveAt(anchor: string): void {
  const startedMs = performance.now();
  const look = () => {
    if (performance.now() - startedMs > GIVE_UP_AFTER_MS) return;
    const element = document.getElementById(anchor);
    const here = window.location.hash === `#${anchor}`;
    if (!here || document.querySelector("[role=dialog]")) setTimeout(look, LOOK_EVERY_MS);
    else if (element) show(element);
    else {
      window.dispatchEvent(new HashChangeEvent("hashchange"));
      setTimeout(look, LOOK_EVERY_MS);
    }
  };
  setTimeout(look, LOOK_EVERY_MS);
}
