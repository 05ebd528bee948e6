/** How long a link may live, in hours: over a weekend unless chosen otherwise, a fortnight at most. */
export const DEFAULT_HOURS = 72;
export const MAX_HOURS = 336;
export const MAX_HAND_OVER_NAME_LENGTH = 100;

/** Where a link stands, in the words of the list of them. */
export type HandOverState = "waiting" | "opened" | "used" | "expired" | "withdrawn";

interface Facts {
  openedAt: Date | null;
  revealedAt: Date | null;
  withdrawnAt: Date | null;
  expiresAt: Date;
  /** False once its maker is no hub administrator any more: a link ends with the right to make it. */
  makerMay: boolean;
}

/** What ended first is forgotten; what counts is why it does nothing now, or how far it came. */
export function handOverState(
  { openedAt, revealedAt, withdrawnAt, expiresAt, makerMay }: Facts,
  now: Date,
): HandOverState {
  if (withdrawnAt || !makerMay) return "withdrawn";
  if (revealedAt) return "used";
  if (expiresAt <= now) return "expired";
  return openedAt ? "opened" : "waiting";
}

/** What a tool being set up can meet, apart from the time. */
export interface SetUpFacts {
  toolDisabled: boolean;
  /** Where webhooks go by default; null where nobody said. */
  webhookUrl: string | null;
  /** The URL that this link's holder entered; null when it was somebody else, or nobody. */
  ownWebhookUrl: string | null;
  brands: number;
  /** Of those, how many have a subscription that is on. */
  subscribed: number;
  /** Whether what this link gave still works: the token, the signing secret. */
  tokenWorks: boolean;
  secretWorks: boolean;
  /** Whether the tool has any signing secret that works, be it another: without one nothing is sent. */
  signs: boolean;
}

/** What the set-up page lets its holder do, with the reason where it does not, and what it warns of; in the order in which one thing needs another. */
export interface SetUpOptions {
  /** Why no URL can be entered; null where it can. */
  urlReason: string | null;
  /** Why no test can be sent; null where it can. */
  testReason: string | null;
  warnings: ("disabled" | "credentials_ended" | "token_ended" | "secret_ended" | "no_brand" | "no_url" | "off")[];
}

const ASK = "Ask who gave you the link";

function testReasonOf(facts: SetUpFacts): string | null {
  if (facts.toolDisabled) return `The tool is disabled. ${ASK} to enable it.`;
  if (!facts.signs) return `The tool has no signing secret any more, so nothing is sent. ${ASK} for a new one.`;
  if (facts.brands === 0) return `No brand may use the tool yet. ${ASK} to grant it to one.`;
  if (!facts.webhookUrl && facts.subscribed === 0) return "Enter the URL of your webhook receiver first.";
  if (facts.subscribed === 0) return `The webhook is turned off for every brand. ${ASK} to have it turned on.`;
  return null;
}

/** The table of combinations: docs/decisions/integrations.md, Setup links. */
export function setUpOptions(facts: SetUpFacts): SetUpOptions {
  const { toolDisabled, webhookUrl, ownWebhookUrl, brands, subscribed, tokenWorks, secretWorks } = facts;
  const warnings: SetUpOptions["warnings"] = [];
  if (toolDisabled) warnings.push("disabled");
  if (!tokenWorks && !secretWorks) warnings.push("credentials_ended");
  else if (!tokenWorks) warnings.push("token_ended");
  else if (!secretWorks) warnings.push("secret_ended");
  if (brands === 0) warnings.push("no_brand");
  if (!webhookUrl && subscribed === 0) warnings.push("no_url");
  else if (brands > 0 && subscribed === 0) warnings.push("off");
  const another = webhookUrl !== null && webhookUrl !== ownWebhookUrl;
  return {
    urlReason: another ? `An administrator of the hub set it. ${ASK} to change it.` : null,
    testReason: testReasonOf(facts),
    warnings,
  };
}
