/** User text as an http(s) URL to link to; null otherwise, as for `javascript:`. */
export function webAddress(text: string | undefined): URL | null {
  const url = text && URL.canParse(text) ? new URL(text) : null;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url : null;
}
