const MAX_DELTA_SECONDS = 0x7fffffff;
/** IMF-fixdate, RFC 850 and asctime dates all begin with a day's name (RFC 9110, 5.6.7). */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? \S.*$/;

function parseHttpDateMs(value: string | undefined): number | null {
  if (!value || !HTTP_DATE.test(value)) return null;
  // asctime dates name no zone, but mean GMT.
  const ms = Date.parse(value.endsWith("GMT") ? value : `${value} GMT`);
  return Number.isNaN(ms) ? null : ms;
}

/**
 * Seconds to wait according to a `Retry-After` of either form, never negative; null when absent or unreadable.
 *
 * A date is measured against the answer's own `Date`, so that a receiver's wrong clock does no harm, and against `now`
 * only when there is none. Source: RFC 9110, 10.2.3.
 */
export function parseRetryAfter(value: string | undefined, date: string | undefined, now: Date | null): number | null {
  const text = value?.trim();
  if (!text) return null;
  if (/^\d+$/.test(text)) return Math.min(Number(text), MAX_DELTA_SECONDS);
  const untilMs = parseHttpDateMs(text);
  const fromMs = parseHttpDateMs(date?.trim()) ?? now?.getTime() ?? null;
  if (untilMs === null || fromMs === null) return null;
  return Math.min(Math.max(0, Math.ceil((untilMs - fromMs) / 1000)), MAX_DELTA_SECONDS);
}
