import { type Operation, operations } from "@/lib/contract";

/** Where a rule of Spectral's OWASP set finds fault with the description, as keys from its root. */
export type Place = readonly string[];

export interface Exception {
  rules: readonly string[];
  /** True for the places that the reason holds for, and for no other. */
  holds(place: Place): boolean;
  reason: string;
}

const operationAt = ([root, path, method]: Place): Operation | undefined =>
  root === "paths"
    ? Object.values<Operation>(operations).find((one) => one.path === path && one.method.toLowerCase() === method)
    : undefined;

/** Ids of the component schemas that requests are made of. */
const REQUESTS = [
  "ChangedBundlesRequest",
  "Event",
  "EventBatch",
  "ExchangeRequest",
  "LooseEvent",
  "MintRequest",
  "RegisterSubscriptionRequest",
];

/** What the hub writes itself, in answers and webhooks, and a request never carries. */
const isWrittenByHub = ([root, second, third, fourth]: Place): boolean =>
  root === "webhooks" ||
  (root === "paths" && fourth === "responses") ||
  (root === "components" && second === "headers") ||
  (root === "components" && second === "schemas" && !REQUESTS.includes(third ?? ""));

const last = (place: Place) => place.at(-1);

/** Every place where the description keeps to a rule differently than the rule's author has it, and why. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    rules: ["api4:2023-array-limit", "api4:2023-string-limit"],
    holds: isWrittenByHub,
    reason:
      "The rule holds for what the hub takes in. A bound in what it gives out would bind readers to today's limits, and raising a limit would break them; the hub bounds what it stores where it is typed in.",
  },
  {
    rules: ["api4:2023-string-restricted"],
    holds: isWrittenByHub,
    reason: "Names, sentences and notes that people wrote, in any script: no pattern is true of them.",
  },
  {
    rules: ["api4:2023-string-restricted"],
    holds: (place) => !isWrittenByHub(place) && ["trace_id", "type"].includes(last(place) ?? ""),
    reason:
      "Free text of the sender's, at most 128 or 100 characters and storable: version 0 never said more, and forbidding a character now would refuse events that were welcome.",
  },
  {
    rules: ["api4:2023-string-limit", "api4:2023-string-restricted"],
    holds: (place) => !isWrittenByHub(place) && last(place) === "token",
    reason:
      "The token is the credential of the exchange: what is none, of whatever length within the body's 16 KB, is answered 401 as any wrong credential is, not 400.",
  },
  {
    rules: ["api9:2023-inventory-access"],
    holds: ([root]) => root === "servers",
    reason: "Each hub describes itself, and who may reach it is for whoever runs it to say.",
  },
  {
    rules: ["api8:2023-define-error-validation"],
    holds: (place) => {
      const operation = operationAt(place);
      return operation !== undefined && !operation.params && !operation.query && !operation.headers && !operation.body;
    },
    reason: "The operation takes no input that could be wrong.",
  },
  {
    rules: ["api8:2023-define-cors-origin"],
    holds: (place) => place[0] === "components" || operationAt(place)?.cors !== true,
    reason:
      "Credentials stay on servers: no page of another origin may read the API, so that the header is absent on purpose. The documents alone send it, and say so.",
  },
  {
    rules: ["api4:2023-rate-limit"],
    holds: (place) => place.includes("401"),
    reason: "A wrong credential has no budget to tell of. Wrong ones are counted by client IP, and end in a 429.",
  },
  {
    rules: ["api4:2023-rate-limit"],
    holds: (place) => operationAt(place)?.unlimited === true,
    reason: "Called by the operator's own scheduler with a secret of the environment, and held to no budget.",
  },
  {
    rules: ["api2:2023-read-restricted", "api8:2023-define-error-responses-401"],
    holds: (place) => operationAt(place)?.tag === operations.readOpenApi.tag,
    reason: "The documents of the API are public.",
  },
];
