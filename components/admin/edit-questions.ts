import type { ToolStatus } from "@/lib/contract";

/** A confirmation before a save that interrupts something. */
export type EditQuestion = { title: string; effect: string; confirmLabel: string };

type Before = { name: string; status: ToolStatus; ownCredentialsOnly: boolean };
type After = { status: string; ownCredentialsOnly: boolean };

export function editQuestions(before: Before, after: After, { hasAppToken }: { hasAppToken: boolean }): EditQuestion[] {
  const questions: EditQuestion[] = [];
  if (after.status === "disabled" && before.status !== "disabled")
    questions.push({
      title: `Disable ${before.name}?`,
      effect:
        "The API answers the tool 403 and webhooks pause. Its entitlements stay. Deliveries resume when you enable it again.",
      confirmLabel: "Disable tool",
    });
  if (after.ownCredentialsOnly && !before.ownCredentialsOnly && !hasAppToken)
    questions.push({
      title: `Block sign-in to ${before.name}?`,
      effect:
        "This tool has no active app token, so nobody could sign in to it. First issue a token or create a setup link, and let the tool send the token with the exchange.",
      confirmLabel: "Block sign-in",
    });
  return questions;
}
