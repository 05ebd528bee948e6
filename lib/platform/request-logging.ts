/** Which requests have a line in the log. */
export interface RequestLogging {
  /** Part of the requests that do, from 0 to 1; those that failed always do. */
  sample: number;
}

/** Whatever asks again and again whether the hub lives says nothing by it; what keeps the hub from being ready has a line of its own. */
const UNTOLD = new Set(["probe"]);

/** `globalThis`, because Next's pages and the server have a copy of this module each. */
const holder = globalThis as typeof globalThis & { hubRequestLogging?: RequestLogging };

export function setRequestLogging(logging: RequestLogging): void {
  holder.hubRequestLogging = logging;
}

export const requestLogging = () => ({
  takes(operation: string, failed: boolean): boolean {
    const sample = holder.hubRequestLogging?.sample ?? 1;
    return !UNTOLD.has(operation) && (failed || sample >= 1 || Math.random() < sample);
  },
});
