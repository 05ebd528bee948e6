import { type Operation, operations } from "@/lib/contract";

/** Keys from the root of the description. */
export type Place = readonly string[];

export interface Exception {
  /** Linter and rule, as in `tests/linters/lint.mjs`. */
  rules: readonly string[];
  /** True only where the exception applies. */
  holds(place: Place): boolean;
  reason: string;
}

const operationAt = ([root, path, method]: Place): Operation | undefined =>
  root === "paths"
    ? Object.values<Operation>(operations).find((one) => one.path === path && one.method.toLowerCase() === method)
    : undefined;

const last = (place: Place) => place.at(-1) ?? "";
const anywhere = () => true;

export const EXCEPTIONS: readonly Exception[] = [
  {
    rules: ["spectral:contact-properties"],
    holds: anywhere,
    reason:
      "Who answers for a hub is whoever runs it, and `/.well-known/security.txt` names them: an email in a public document is harvested.",
  },
  {
    rules: ["spectral:openapi-tags-alphabetical"],
    holds: anywhere,
    reason: "The groups stand in the order in which a reader meets them, as in the guide and the PDF.",
  },
  {
    rules: ["spectral:oas3-operation-security-defined"],
    holds: (place) => place.includes("apiKey"),
    reason:
      "Since 3.1 any scheme may name what a credential must have been issued for; the rule is of 3.0, and looks for OAuth's `scopes`.",
  },
  {
    rules: ["owasp:api4:2023-array-limit"],
    holds: (place) => ["brands", "entitlements", "tools"].includes(last(place)) && !place.includes("ToolBrands"),
    reason: "As many as a person's brands, or the hub's tools: neither has a limit, so that no number would be true.",
  },
  {
    rules: ["owasp:api4:2023-string-restricted"],
    holds: (place) => last(place) === "token",
    reason:
      "The token is the credential of the exchange: what is none is answered 401 as any wrong credential is, not 400.",
  },
  {
    rules: ["owasp:api4:2023-string-restricted"],
    holds: (place) => last(place) === "content" && place.some((part) => /check$|CheckRequest/i.test(String(part))),
    reason: "Any text may be checked; its length is limited.",
  },
  {
    rules: ["owasp:api2:2023-no-credentials-in-url"],
    holds: (place) => operationAt(place)?.id === "readContext",
    reason: "`max_tokens` counts the tokens of a language model.",
  },
  {
    rules: ["owasp:api8:2023-define-error-validation"],
    holds: (place) => {
      const operation = operationAt(place);
      return operation !== undefined && !operation.params && !operation.query && !operation.headers && !operation.body;
    },
    reason: "The operation takes no input that could be wrong.",
  },
  {
    rules: ["owasp:api8:2023-define-cors-origin"],
    holds: (place) => place[0] === "components" || operationAt(place)?.cors !== true,
    reason:
      "Credentials stay on servers: no page of another origin may read the API, so that the header is absent on purpose. The documents alone send it, and say so.",
  },
  {
    rules: ["owasp:api4:2023-rate-limit"],
    holds: (place) => operationAt(place)?.unlimited === true,
    reason: "Called by the operator's own scheduler with a secret of the environment, and held to no budget.",
  },
  {
    rules: ["owasp:api2:2023-read-restricted", "owasp:api8:2023-define-error-responses-401"],
    holds: (place) => operationAt(place)?.tag === operations.readOpenApi.tag,
    reason: "The documents of the API are public.",
  },
];
