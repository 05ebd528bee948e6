/** The digest by which the server's log knows an error, if it has one. */
export function errorReference(error: unknown): string | undefined {
  const known = typeof error === "object" && error !== null && "digest" in error;
  return known && typeof error.digest === "string" ? error.digest : undefined;
}
