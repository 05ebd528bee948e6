/** The company's own OpenID Connect provider. */
export interface CompanySignIn {
  issuer: string | null;
  name: string;
  /** Domains that must use this provider, in lower-case ASCII, without subdomains. */
  onlyDomains: readonly string[];
}

export const NO_COMPANY_SIGN_IN: CompanySignIn = { issuer: null, name: "", onlyDomains: [] };

/** Sign-in method recorded for the company's provider. */
export const COMPANY_SIGN_IN = "oidc";
