/** The written form of a header that the contract declares in lower case: `x-tool-slug` → `X-Tool-Slug`. */
export function headerName(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}
