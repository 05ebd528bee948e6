/**
 * Gives the canonical form, lower-case `#rrggbb`, of `#RGB` or `#RRGGBB` in any case, with or without the `#` and with
 * blanks around it; `null` for everything else, forms with an alpha channel included.
 */
export function parseHex(input: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(input.trim())?.[1]?.toLowerCase();
  if (digits === undefined) return null;
  return `#${digits.length === 6 ? digits : digits.replace(/./g, "$&$&")}`;
}
