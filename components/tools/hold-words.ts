import type { HoldReason } from "@/lib/deliveries";

/** Why deliveries wait, and what ends the waiting. */
export const HOLD_WORDS: Record<HoldReason, { short: string; long: string }> = {
  no_secret: {
    short: "No signing secret",
    long: "The hub has no signing secret for this tool, so nothing is sent to it. Deliveries wait and use no attempts; they go out once a hub administrator has made one on the tool's page, or whoever runs the hub has set one.",
  },
  tool_disabled: {
    short: "Tool disabled",
    long: "A hub administrator has disabled this tool. Deliveries wait and use no attempts; they go out once it is back.",
  },
};
