// SPDX-License-Identifier: MIT
/** `Retry-After` in milliseconds, as seconds or as a date (RFC 9110, 10.2.3); null where there is none. */
export function retryAfterMs(headers: Headers): number | null {
  const value = headers.get("retry-after") ?? "";
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.parse(headers.get("date") ?? "");
  return ms > 0 ? ms : null;
}
