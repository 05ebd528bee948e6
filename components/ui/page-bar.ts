/** Reserves the height of a bar at the bottom of the page, as `--page-bar`, for what is shown above it. */
export function reservePageBar(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    // A hidden bar has no height.
    if (bar.offsetHeight === 0) style.removeProperty("--page-bar");
    else style.setProperty("--page-bar", `${bar.offsetHeight + 24}px`);
  });
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty("--page-bar");
  };
}
