const DAY_MS = 86_400_000;
/** Well below a year, beyond which RFC 9116 takes the file for stale. */
const VALID_DAYS = 180;

export interface SecurityContact {
  /** A URI to report to: `mailto:`, `https:` or `tel:`. */
  contact: string;
  /** Where it stands what reporters may expect. */
  policy?: string;
}

/** The mail box that hosts have for it by convention (RFC 2142, 4). */
export const conventionalContact = (baseUrl: string): string => `mailto:security@${new URL(baseUrl).hostname}`;

/** The hub's `security.txt` (RFC 9116), the same all day. */
export function securityTxt(baseUrl: string, { contact, policy }: SecurityContact, now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS);
  const fields = [
    `Contact: ${contact}`,
    `Expires: ${new Date((today + VALID_DAYS) * DAY_MS).toISOString()}`,
    ...(policy ? [`Policy: ${policy}`] : []),
    "Preferred-Languages: en",
    `Canonical: ${baseUrl}/.well-known/security.txt`,
  ];
  return `${fields.join("\n")}\n`;
}
