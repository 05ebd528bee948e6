/** The anchor that a heading has on its page, as the repository's web page gives it. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");

/** A page of the guide and a section of it: `webhooks.md#headers` as chapters link to it; null for any other address. */
export function sectionOf(href: string): { page: string; section: string | null } | null {
  const [, page, section = null] = /^([\w-]+)\.md(?:#(.+))?$/.exec(href) ?? [];
  return page ? { page, section } : null;
}
