/** The anchor that the repository's web page gives a heading. */
const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");

/** Where a section stands in the document: `webhooks-verifying-a-signature`, for the chapter and the section's title. */
export const sectionAnchor = (chapter: string, title: string): string => `${chapter}-${slugOf(title)}`;

/** The target in the document of a link that a chapter has: `webhooks.md#headers` becomes `#webhooks-headers`; URLs stay. */
export function linkTarget(href: string): string {
  const [, chapter, slug] = /^([\w-]+)\.md(?:#(.+))?$/.exec(href) ?? [];
  if (!chapter) return href;
  return slug ? `#${chapter}-${slug}` : `#${chapter}`;
}
