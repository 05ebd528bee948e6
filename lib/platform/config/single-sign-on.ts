import { domainToASCII } from "node:url";
import { z } from "zod";
import { Role } from "@/lib/contract";
import { isLoopbackUrl } from "./check-deployment";
import { HttpUrl, OneOf } from "./variable-types";

const listOf = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))];

/** Lower case and ASCII, for comparison. */
const Domains = z
  .string()
  .default("")
  .transform((text, { addIssue }): readonly string[] =>
    listOf(text).map((part) => {
      const domain = domainToASCII(part.replace(/^@/, ""));
      if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) addIssue("must be domains such as example.com");
      return domain;
    }),
  );

const Scopes = z
  .string()
  .default("openid email profile")
  .transform((text) => listOf(text).join(" "))
  .refine((scopes) => scopes.split(" ").includes("openid"), "must contain openid");

const Roles = z
  .string()
  .default("admin,editor,viewer")
  .transform((text, { addIssue }): z.output<typeof Role>[] => {
    const roles = z.array(Role).safeParse(listOf(text));
    if (!roles.success) addIssue(`must be some of ${Role.options.join(", ")}`);
    return roles.data ?? [];
  });

const NAME = "must be 1 to 40 characters";

export const SINGLE_SIGN_ON = {
  OIDC_ISSUER: HttpUrl.refine((url) => !/[?#]/.test(url), "must have neither ? nor #").optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().trim().min(1, NAME).max(40, NAME).default("single sign-on"),
  OIDC_SCOPES: Scopes,
  OIDC_TRUST_EMAIL: OneOf("0", "1", "false", "true")
    .default("0")
    .transform((value) => value === "1" || value === "true"),
  OIDC_ONLY_DOMAINS: Domains,
  OIDC_ROLE_CLAIM: z.string().max(200, "must be at most 200 characters").optional(),
  OIDC_ROLES: Roles,
};

const SingleSignOn = z.object(SINGLE_SIGN_ON);

export function singleSignOnProblems(values: z.output<typeof SingleSignOn>): string[] {
  const { OIDC_ISSUER } = values;
  if (!OIDC_ISSUER) {
    const idle = [
      values.OIDC_ONLY_DOMAINS.length > 0 && "OIDC_ONLY_DOMAINS",
      values.OIDC_ROLE_CLAIM && "OIDC_ROLE_CLAIM",
      values.OIDC_TRUST_EMAIL && "OIDC_TRUST_EMAIL",
    ].filter(Boolean);
    return idle.map((name) => `${name} only works with OpenID Connect: set OIDC_ISSUER too.`);
  }
  if (OIDC_ISSUER.startsWith("http:") && !isLoopbackUrl(OIDC_ISSUER))
    return ["OIDC_ISSUER is http, so anybody on the network path could sign in as any user. Set its https address."];
  return [];
}
