import { domainToASCII } from "node:url";
import { Forbidden } from "@/lib/platform/errors";
import type { Ctx } from "../context";
import { COMPANY_SIGN_IN } from "./company-sign-in";

/** 403: people of this domain get in by the company's provider and in no other way. It goes by the domain, which says nothing of accounts. */
export class CompanySignInOnly extends Forbidden {
  constructor(domain: string, name: string, options: { field?: string } = {}) {
    super(`People of ${domain} sign in with ${name}, and in no other way.`, options);
  }
}

/** The domain of an email as mail servers and browsers would look it up. */
const domainOf = (email: string): string =>
  domainToASCII(email.slice(email.lastIndexOf("@") + 1).trim()).replace(/\.$/, "");

/** The domain of an email whose people have the company's provider as their only way in, or null for anybody else. */
export function companyDomainOf({ companySignIn }: Pick<Ctx, "companySignIn">, email: string): string | null {
  const domain = domainOf(email);
  return companySignIn.onlyDomains.includes(domain) ? domain : null;
}

/** How somebody comes whom a provider vouches for: the company's by whatever issuer it is, others by their name. */
export const wayOf = ({ companySignIn }: Pick<Ctx, "companySignIn">, provider: string): string =>
  provider === companySignIn.issuer ? COMPANY_SIGN_IN : provider;

/**
 * Guarantees that whose email this is may get in, or prove who they are, in this way. Whatever leads into an account asks it; where a stranger
 * asks, before it looks whether there is one. @throws CompanySignInOnly where the company's provider is the only way
 */
export function requireWayIn(
  ctx: Pick<Ctx, "companySignIn">,
  { email, by, field }: { email: string; by: string; field?: string },
): void {
  const domain = by === COMPANY_SIGN_IN ? null : companyDomainOf(ctx, email);
  if (domain !== null) throw new CompanySignInOnly(domain, ctx.companySignIn.name, { field });
}
