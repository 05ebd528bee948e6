// SPDX-License-Identifier: MIT
/** Returns `Retry-After` (seconds or a date, RFC 9110, 10.2.3) in milliseconds, or null. */
export function retryAfterMs(headers: Headers): number | null {
  const value = headers.get("retry-after") ?? "";
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return ms > 0 ? ms : null;
}
