import type { Page } from "playwright";

const QUIET_MS = 600;
const LONGEST_MS = 15_000;

/**
 * Waits until the page has fetched nothing for a moment. A brand page keeps one request open, so the network is never
 * idle.
 */
export async function fetchedAll(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await page.evaluate(
    ([quietMs, longestMs]) =>
      new Promise<void>((resolve, reject) => {
        let last = performance.now();
        const seen = new PerformanceObserver(() => {
          last = performance.now();
        });
        seen.observe({ type: "resource", buffered: false });
        const began = last;
        const looking = setInterval(() => {
          const now = performance.now();
          if (now - last < quietMs && now - began < longestMs) return;
          clearInterval(looking);
          seen.disconnect();
          if (now - last >= quietMs) resolve();
          else reject(new Error("the page fetches on and on"));
        }, 50);
      }),
    [QUIET_MS, LONGEST_MS] as const,
  );
}
