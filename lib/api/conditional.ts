/**
 * True when `If-None-Match` names the tag of the answer: weak tags by their text, as RFC 9110, 13.1.2 has it for reads.
 * `*` matches nothing: it names no copy that a client could go on with.
 */
export function namesTag(ifNoneMatch: string | null, etag: string | undefined): boolean {
  if (ifNoneMatch === null || etag === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag));
}
