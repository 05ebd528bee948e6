import { ACCOUNTS } from "./accounts";
import { AUDIT } from "./audit";
import { CREDENTIALS } from "./credentials";
import { EDGE } from "./edge";
import type { Finding } from "./finding";
import { INPUT } from "./input";
import { PAGES } from "./pages";
import { PERSONAL_DATA } from "./personal-data";
import { QUOTAS } from "./quotas";
import { SIGN_IN_FINDINGS } from "./sign-in";
import { SVG } from "./svg";

/** One list for each area of the hub, in the order of `docs/security.md`. */
export const FINDINGS: Readonly<Record<string, readonly Finding[]>> = {
  "What people and services send": INPUT,
  "The edge of the hub": EDGE,
  "SVGs that browsers draw": SVG,
  "Budgets and quotas": QUOTAS,
  "Pages and the description of the API": PAGES,
  "Credentials reach no further than they should": CREDENTIALS,
  "Signing in": SIGN_IN_FINDINGS,
  "Accounts, invitations and mails": ACCOUNTS,
  "The audit log": AUDIT,
  "Personal data": PERSONAL_DATA,
};
