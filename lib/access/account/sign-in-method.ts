import { domainToASCII } from "node:url";
import { Forbidden } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { COMPANY_SIGN_IN } from "./company-sign-in";

/** 403: emails of this domain must use the company's provider. By domain alone, so it reveals no account. */
export class CompanySignInOnly extends Forbidden {
  constructor(domain: string, name: string, options: { field?: string } = {}) {
    super(`Accounts at ${domain} can only sign in with ${name}.`, options);
  }
}

/** As mail servers and browsers resolve it. */
const domainOf = (email: string): string =>
  domainToASCII(email.slice(email.lastIndexOf("@") + 1).trim()).replace(/\.$/, "");

/** The email's domain if it must use the company's provider. */
export function companyDomainOf({ companySignIn }: Pick<Ctx, "companySignIn">, email: string): string | null {
  const domain = domainOf(email);
  return companySignIn.onlyDomains.includes(domain) ? domain : null;
}

/** `oidc` for the company's provider, whatever its issuer, or the provider's name. */
export const signInMethodOf = ({ companySignIn }: Pick<Ctx, "companySignIn">, provider: string): string =>
  provider === companySignIn.issuer ? COMPANY_SIGN_IN : provider;

/** Every way into an account must call it, anonymous ones before looking up the account. @throws CompanySignInOnly */
export function requireSignInMethod(
  ctx: Pick<Ctx, "companySignIn">,
  { email, by, field }: { email: string; by: string; field?: string },
): void {
  const domain = by === COMPANY_SIGN_IN ? null : companyDomainOf(ctx, email);
  if (domain !== null) throw new CompanySignInOnly(domain, ctx.companySignIn.name, { field });
}
