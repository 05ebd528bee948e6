/** What each claim of a federation token means. */
const WORDS: Record<string, string> = {
  iss: "This hub",
  aud: "What the token is for: nothing but federation",
  sub: "The user’s id",
  brand_id: "The one brand it stands for",
  role: "The role when it was minted; exchanging reads it anew",
  sid: "The session behind it; once that is revoked the token is worth nothing",
  auth_time: "When the user signed in; it can be renewed for 12 hours after that",
  iat: "When it was minted",
  exp: "When it ends, 300 seconds after it was minted",
  jti: "The id of this one token",
  azp: "The tool that it was minted for; no other may take it",
};

const MOMENTS = new Set(["auth_time", "iat", "exp"]);

export type Claim = { name: string; value: string; meaning: string };

/** The claims in the order they stand in the token, each with its meaning; moments also as a date. */
export const describeClaims = (claims: Record<string, unknown>): Claim[] =>
  Object.entries(claims).map(([name, value]) => ({
    name,
    value: MOMENTS.has(name) ? `${value} (${new Date(Number(value) * 1000).toISOString()})` : String(value),
    meaning: WORDS[name] ?? "",
  }));
