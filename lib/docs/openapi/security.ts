import { CREDENTIALS, type Credential, type Operation } from "@/lib/contract";

const JWT_CREDENTIALS: readonly Credential[] = ["session", "federation"];

/** Named as linters of API descriptions look for it. */
const JWT_PRACTICE =
  "Verified as RFC8725 advises: by one algorithm, and by the `typ`, issuer, audience and times of its kind.";

const isJwt = (name: string): boolean => JWT_CREDENTIALS.includes(name as Credential);

/** One security scheme for each kind of credential; all of them travel as `Authorization: Bearer`. */
export const securitySchemes = Object.fromEntries(
  Object.entries(CREDENTIALS).map(([name, { title, description }]) => [
    name,
    {
      type: "http" as const,
      scheme: "bearer",
      ...(isJwt(name) && { bearerFormat: "JWT" }),
      description: `**${title}.** ${description}${isJwt(name) ? ` ${JWT_PRACTICE}` : ""}`,
    },
  ]),
);

/**
 * Alternatives stand as separate requirements, any one of which suffices, a key's with its scope; an empty list means public, an empty requirement that none is
 * needed.
 */
export function securityOf({ credentials, optionalCredentials = [], scope }: Operation): Record<string, string[]>[] {
  const requirements = [...credentials, ...optionalCredentials].map((credential) => ({
    [credential]: credential === "apiKey" && scope ? [scope] : [],
  }));
  return optionalCredentials.length > 0 ? [{}, ...requirements] : requirements;
}
