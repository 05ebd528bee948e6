import type { ToolStatus } from "@/lib/contract";

/** Asked before a tool is saved, by what stops as soon as it is. */
export type EditQuestion = { title: string; effect: string; confirmLabel: string };

type Before = { name: string; status: ToolStatus; ownCredentialsOnly: boolean };
type After = { status: string; ownCredentialsOnly: boolean };

/** What is to be asked before the tool is saved so; nothing where nothing stops that worked. */
export function editQuestions(before: Before, after: After, { hasAppToken }: { hasAppToken: boolean }): EditQuestion[] {
  const questions: EditQuestion[] = [];
  if (after.status === "disabled" && before.status !== "disabled")
    questions.push({
      title: `Disable ${before.name}?`,
      effect:
        "Its app token gets a 403 everywhere at once, and nothing is sent to it. Its entitlements stay, and deliveries wait for its return.",
      confirmLabel: "Disable",
    });
  if (after.ownCredentialsOnly && !before.ownCredentialsOnly && !hasAppToken)
    questions.push({
      title: `Stop every sign-in to ${before.name}?`,
      effect:
        "It has no app token in force, so it has no credentials of its own to send: nobody can sign in to it until it does. First make it a token under Credentials, or a hand-over link for its operator, and have the tool send the token with the exchange.",
      confirmLabel: "Turn it on anyway",
    });
  return questions;
}
