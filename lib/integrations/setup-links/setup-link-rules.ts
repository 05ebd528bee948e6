/** Over a weekend by default, two weeks at most. */
export const DEFAULT_HOURS = 72;
export const MAX_HOURS = 336;
export const MAX_SETUP_LINK_NAME_LENGTH = 100;

export type SetupLinkState = "waiting" | "opened" | "used" | "expired" | "withdrawn";

interface Facts {
  openedAt: Date | null;
  revealedAt: Date | null;
  withdrawnAt: Date | null;
  expiresAt: Date;
  /** A link ends with its creator's right to create it. */
  makerIsAdmin: boolean;
}

/** The order says why the link can't be used now, or how far it came. */
export function setupLinkState(
  { openedAt, revealedAt, withdrawnAt, expiresAt, makerIsAdmin }: Facts,
  now: Date,
): SetupLinkState {
  if (withdrawnAt || !makerIsAdmin) return "withdrawn";
  if (revealedAt) return "used";
  if (expiresAt <= now) return "expired";
  return openedAt ? "opened" : "waiting";
}

export interface SetUpFacts {
  toolDisabled: boolean;
  webhookUrl: string | null;
  /** The one that this link's holder entered. */
  ownWebhookUrl: string | null;
  brands: number;
  subscribed: number;
  /** This link's token and signing secret. */
  tokenWorks: boolean;
  secretWorks: boolean;
  /** Some signing secret works. Without one nothing is sent. */
  signs: boolean;
}

/** Each warning's cause comes before what depends on it. */
export interface SetUpOptions {
  urlReason: string | null;
  testReason: string | null;
  warnings: ("disabled" | "credentials_ended" | "token_ended" | "secret_ended" | "no_brand" | "no_url" | "off")[];
}

const ASK = "Ask the person who sent this link";

function testReasonOf(facts: SetUpFacts): string | null {
  if (facts.toolDisabled) return `The tool is disabled. ${ASK} to enable it.`;
  if (!facts.signs) return `The tool has no active signing secret, so the hub sends nothing. ${ASK} for a new one.`;
  if (facts.brands === 0) return `No brand has access to the tool yet. ${ASK} to grant it.`;
  if (!facts.webhookUrl && facts.subscribed === 0) return "Enter the URL of your webhook receiver first.";
  if (facts.subscribed === 0) return `The webhook is off for every brand. ${ASK} to turn it on.`;
  return null;
}

/** Table of combinations: docs/decisions/integrations.md, Setup links. */
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
    urlReason: another ? `A hub administrator set this URL. ${ASK} to change it.` : null,
    testReason: testReasonOf(facts),
    warnings,
  };
}
