/** Kept in the browser, because the hub doesn't need to know what it opened last. */
export const RECENTS_COOKIE = "hub-recents";

const MOST = 12;
const KEPT_SECONDS = 90 * 24 * 60 * 60;

/** A visited page of a brand. `section` is the first part of its path there, empty for the overview. */
export type Recent = { slug: string; section: string };

/** Reads the cookie, newest first. Entries that the hub didn't write are left out. */
export const readRecents = (cookie = ""): Recent[] =>
  cookie.split("~").flatMap((entry) => {
    const [, slug, section] = /^([a-z0-9-]{1,64})!([a-z-]{0,20})$/.exec(entry) ?? [];
    return slug === undefined || section === undefined ? [] : [{ slug, section }];
  });

/** Slugs of the brands, the last opened first. */
export const recentBrands = (cookie?: string): string[] => [...new Set(readRecents(cookie).map(({ slug }) => slug))];

/** Returns the cookie's value after a visit. Null outside a brand. */
export function afterVisit(cookie: string, pathname: string): string | null {
  const [, slug, section = ""] = /^\/b\/([^/]+)(?:\/([^/]+))?/.exec(pathname) ?? [];
  if (slug === undefined) return null;
  const others = readRecents(cookie).filter((entry) => entry.slug !== slug || entry.section !== section);
  const entries = [{ slug, section }, ...others].slice(0, MOST);
  return entries.map((entry) => `${entry.slug}!${entry.section}`).join("~");
}

const ownCookie = () =>
  document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${RECENTS_COOKIE}=`))
    ?.slice(RECENTS_COOKIE.length + 1);

export const ownRecents = (): Recent[] => readRecents(ownCookie());

const write = (value: string, seconds: number) => {
  // biome-ignore lint/suspicious/noDocumentCookie: browsers of 2024 have no Cookie Store
  document.cookie = `${RECENTS_COOKIE}=${value}; path=/; max-age=${seconds}; samesite=lax`;
};

export function recordVisit(pathname: string): void {
  const next = afterVisit(ownCookie() ?? "", pathname);
  if (next !== null) write(next, KEPT_SECONDS);
}

/** So that the browser's next user doesn't see them. */
export const forgetVisits = (): void => write("", 0);
