const SHORTEST_SECRET = 8;

const FORMS: readonly [form: RegExp, shown: string][] = [
  // API keys, child app tokens, signing secrets.
  [/\b(bihc?_)[0-9A-Za-z]{20,}/g, "$1[secret]"],
  [/\bwhsec_[\w+/=-]{20,}/g, "whsec_[secret]"],
  // JWTs.
  [/\beyJ[\w-]{10,}\.[\w-]+\.[\w-]+/g, "[secret]"],
  // Signed URLs and secret query parameters.
  [/([?&](?:signature|token|code|key|secret|password)=)[^&\s"'\\]+/gi, "$1[secret]"],
  // Links to invitations, accounts and tool setup, whose path is the credential.
  [
    /((?:\/|%2f)(?:invite|setup|hand-over|reset-password|verify-email|change-email|undo-email-change)(?:\/|%2f))[^/?#%\s"'\\]+/gi,
    "$1[secret]",
  ],
  // Passwords in URLs, plain and percent-encoded.
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:@/"'\\]{0,200}:)[^\s@/"'\\]{1,500}(@)/gi, "$1[secret]$2"],
  [/(%3a%2f%2f[^\s:@/"'\\%]{0,200}%3a)[^\s@/"'\\]{1,500}?(%40)/gi, "$1[secret]$2"],
  [/((?:\b|%20)(?:Bearer|Basic))(?: +|%20)[\w.~+/=%-]{8,}/gi, "$1 [secret]"],
];

/** On `globalThis`: Next's pages and the server each load this module. */
const holder = globalThis as typeof globalThis & { hubSecrets?: RegExp | null };

/** Removes these secrets from all later log lines. */
export function hideInLog(secrets: Iterable<string>): void {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST_SECRET) continue;
    // Plain, as in JSON and as in URLs.
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) forms.add(form);
  }
  // Longest first: one secret may be the prefix of another.
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  holder.hubSecrets = longestFirst.length === 0 ? null : new RegExp(longestFirst.map(literally).join("|"), "g");
}

const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

export function withoutSecrets(line: string): string {
  let cleaned = holder.hubSecrets ? line.replace(holder.hubSecrets, "[secret]") : line;
  for (const [form, shown] of FORMS) cleaned = cleaned.replace(form, shown);
  return cleaned;
}
