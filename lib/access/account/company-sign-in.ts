/** The operator's own provider of sign-in, by OpenID Connect. */
export interface CompanySignIn {
  /** Names the provider of the identities that it vouches for; null where none is configured. */
  issuer: string | null;
  name: string;
  /** Domains whose people get in by it alone, in lower case and ASCII; a subdomain is another domain. */
  onlyDomains: readonly string[];
}

/** A hub without one. */
export const NO_COMPANY_SIGN_IN: CompanySignIn = { issuer: null, name: "", onlyDomains: [] };

/** What proved who somebody is when the company's provider did. */
export const COMPANY_SIGN_IN = "oidc";
