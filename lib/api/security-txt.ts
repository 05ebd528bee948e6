const DAY_MS = 86_400_000;
/** RFC 9116 calls a file of over a year stale. */
const VALID_DAYS = 180;

export interface SecurityContact {
  contact: string;
  policy?: string;
}

/** The conventional mailbox (RFC 2142, 4). */
export const conventionalContact = (baseUrl: string): string => `mailto:security@${new URL(baseUrl).hostname}`;

/** The hub's `security.txt` (RFC 9116), constant for a day. */
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
