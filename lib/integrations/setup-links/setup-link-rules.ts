/** A link lasts over a weekend by default, two weeks at most. */
export const DEFAULT_HOURS = 72;
export const MAX_HOURS = 336;
export const MAX_SETUP_LINK_NAME_LENGTH = 100;

export type SetupLinkState = "waiting" | "opened" | "used" | "expired" | "withdrawn";

interface Facts {
  openedAt: Date | null;
  revealedAt: Date | null;
  withdrawnAt: Date | null;
  expiresAt: Date;
  /** False once its creator is no hub administrator: the link ends with their right to create it. */
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

/** The state that a tool's setup depends on. */
export interface SetUpFacts {
  toolDisabled: boolean;
  /** Default webhook URL, if set. */
  webhookUrl: string | null;
  /** The URL that this link's holder entered, if any. */
  ownWebhookUrl: string | null;
  brands: number;
  /** Brands with an enabled subscription. */
  subscribed: number;
  /** Whether this link's token and signing secret still work. */
  tokenWorks: boolean;
  secretWorks: boolean;
  /** Whether the tool has any working signing secret. Without one nothing is sent. */
  signs: boolean;
}

/** What the setup page allows and warns of. Each warning's cause comes before what depends on it. */
export interface SetUpOptions {
  /** Why no URL can be entered, or null. */
  urlReason: string | null;
  /** Why no test can be sent, or null. */
  testReason: string | null;
  warnings: ("disabled" | "credentials_ended" | "token_ended" | "secret_ended" | "no_brand" | "no_url" | "off")[];
}

const ASK = "Ask who gave you the link";

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
