/** User text as a safe link target; null unless http(s). */
export function webAddress(text: string | undefined): URL | null {
  const url = text && URL.canParse(text) ? new URL(text) : null;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url : null;
}
