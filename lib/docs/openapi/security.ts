import { CREDENTIALS, type Credential, type Operation } from "@/lib/contract";

const JWT_CREDENTIALS: readonly Credential[] = ["session", "federation"];

/** One security scheme for each kind of credential; all of them travel as `Authorization: Bearer`. */
export const securitySchemes = Object.fromEntries(
  Object.entries(CREDENTIALS).map(([name, { title, description }]) => [
    name,
    {
      type: "http" as const,
      scheme: "bearer",
      ...(JWT_CREDENTIALS.includes(name as Credential) && { bearerFormat: "JWT" }),
      description: `**${title}.** ${description}`,
    },
  ]),
);

/** Alternatives stand as separate requirements, any one of which suffices; an empty list means public. */
export function securityOf({ credentials }: Operation): Record<string, string[]>[] {
  return credentials.map((credential) => ({ [credential]: [] }));
}
