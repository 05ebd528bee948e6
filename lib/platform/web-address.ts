/** The address that a browser may be sent to by a text that people wrote; null for anything else, such as `javascript:`. */
export function webAddress(text: string | undefined): URL | null {
  const url = text && URL.canParse(text) ? new URL(text) : null;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url : null;
}
