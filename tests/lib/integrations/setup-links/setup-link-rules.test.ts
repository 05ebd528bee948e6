import { describe, expect, it } from "vitest";
import { type SetUpFacts, setUpOptions, setupLinkState } from "@/lib/integrations";

const at = (minute: number) => new Date(Date.UTC(2026, 2, 14, 9, minute));

describe("the state of a link", () => {
  const FRESH = { openedAt: null, revealedAt: null, withdrawnAt: null, expiresAt: at(30), makerIsAdmin: true };

  it.each([
    ["waiting", {}, 10],
    ["waiting", {}, 29],
    ["opened", { openedAt: at(5) }, 10],
    ["used", { openedAt: at(5), revealedAt: at(6) }, 10],
    ["used", { openedAt: at(5), revealedAt: at(6) }, 40],
    ["expired", {}, 30],
    ["expired", { openedAt: at(5) }, 40],
    ["withdrawn", { withdrawnAt: at(7) }, 10],
    ["withdrawn", { withdrawnAt: at(7) }, 40],
    ["withdrawn", { openedAt: at(5), revealedAt: at(6), withdrawnAt: at(7) }, 10],
    ["withdrawn", { makerIsAdmin: false }, 10],
    ["withdrawn", { makerIsAdmin: false, revealedAt: at(6) }, 10],
  ] as const)("is %s with %o at minute %i", (state, facts, minute) => {
    expect(setupLinkState({ ...FRESH, ...facts }, at(minute))).toBe(state);
  });
});

describe("what the setup page offers", () => {
  const URL = "https://tool.example.com/hook";
  const READY: SetUpFacts = {
    toolDisabled: false,
    webhookUrl: URL,
    ownWebhookUrl: URL,
    brands: 2,
    subscribed: 2,
    tokenWorks: true,
    secretWorks: true,
    signs: true,
  };

  /** Table in docs/decisions/integrations.md, Setup links. */
  it.each<[what: string, facts: Partial<SetUpFacts>, url: boolean, test: RegExp | null, warnings: string[]]>([
    ["complete", {}, true, null, []],
    ["an administrator set the URL", { ownWebhookUrl: null }, false, null, []],
    ["an administrator changed what the holder entered", { webhookUrl: "https://other.example" }, false, null, []],
    ["there is no URL", { webhookUrl: null, ownWebhookUrl: null, subscribed: 0 }, true, /^Enter the URL/, ["no_url"]],
    ["no brand has access", { brands: 0, subscribed: 0 }, true, /^No brand has access/, ["no_brand"]],
    [
      "no brand and no URL",
      { brands: 0, subscribed: 0, webhookUrl: null, ownWebhookUrl: null },
      true,
      /^No brand has access/,
      ["no_brand", "no_url"],
    ],
    ["the webhook is off for all", { subscribed: 0 }, true, /webhook is off/, ["off"]],
    ["the webhook is off for some", { subscribed: 1 }, true, null, []],
    ["only a brand has a URL", { webhookUrl: null, ownWebhookUrl: null, subscribed: 1 }, true, null, []],
    ["the tool is disabled", { toolDisabled: true }, true, /^The tool is disabled/, ["disabled"]],
    [
      "the tool is disabled, and the webhook off",
      { toolDisabled: true, subscribed: 0 },
      true,
      /^The tool is disabled/,
      ["disabled", "off"],
    ],
    ["the token was rotated or revoked", { tokenWorks: false }, true, null, ["token_ended"]],
    ["the secret was rotated or revoked", { secretWorks: false }, true, null, ["secret_ended"]],
    ["no secret is left", { secretWorks: false, signs: false }, true, /no active signing secret/, ["secret_ended"]],
    ["both were", { tokenWorks: false, secretWorks: false }, true, null, ["credentials_ended"]],
  ])("where %s", (_what, facts, url, test, warnings) => {
    const options = setUpOptions({ ...READY, ...facts });
    expect(options.urlReason === null).toBe(url);
    if (test === null) expect(options.testReason).toBeNull();
    else expect(options.testReason).toMatch(test);
    expect(options.warnings).toEqual(warnings);
  });
});
