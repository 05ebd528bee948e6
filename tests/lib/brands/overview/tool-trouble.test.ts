import { describe, expect, it } from "vitest";
import { toolTrouble } from "@/lib/brands";
import type { BrandTool, PauseReason } from "@/lib/integrations";
import { NOW } from "@/tests/support/fixtures";

const subscription = (values: Partial<NonNullable<BrandTool["subscription"]>> = {}): BrandTool["subscription"] => ({
  brandId: "",
  toolSlug: "",
  webhookUrl: "https://tool.example.com/hooks",
  enabled: true,
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  lastServedAt: null,
  createdAt: NOW,
  ...values,
});
const off = subscription({ enabled: false, disabledReason: "The receiver answered 410 Gone.", disabledAt: NOW });
const failing = subscription({ failingSince: NOW });

describe("toolTrouble", () => {
  it.each<[expected: string | null, pause: PauseReason | null, BrandTool["subscription"]]>([
    [null, null, null],
    [null, "no_secret", null],
    ["tool_disabled", "tool_disabled", null],
    [null, null, subscription()],
    ["failing", null, failing],
    ["no_secret", "no_secret", subscription()],
    ["no_secret", "no_secret", failing],
    ["secret_unreadable", "secret_unreadable", failing],
    ["tool_disabled", "tool_disabled", subscription()],
    ["off", null, off],
    ["off", "no_secret", off],
    ["off", "tool_disabled", off],
  ])("%s: paused by %s", (expected, pause, given) => {
    expect(toolTrouble({ subscription: given, pause })).toBe(expected);
  });
});
