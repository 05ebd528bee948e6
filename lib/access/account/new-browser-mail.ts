import type { NewMail } from "@/lib/platform/mail/enqueue-mail";
import type { Ctx } from "../context";

/**
 * Tells a person of a sign-in by a browser that had not signed in to their account before.
 * @param last that no further one is told of for now
 */
export function newBrowserMail(
  { baseUrl, clientIp, now, places }: Pick<Ctx, "baseUrl" | "clientIp" | "now" | "places">,
  { email, browser, last }: { email: string; browser: string; last?: boolean },
): NewMail {
  const at = `${now.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const place = places.of(clientIp);
  const from = clientIp && clientIp !== "unknown" ? `, from ${clientIp}${place ? ` (about ${place})` : ""}` : "";
  return {
    kind: "account.new_browser",
    to: email,
    content: {
      subject: "A new browser signed in to your account",
      paragraphs: [
        `${browser} signed in to your account of the Brand Identity Hub for the first time, on ${at}${from}.`,
        "If that was you, there is nothing to do. If it was not, remove the passkeys that you don’t know from your account and change your password: that signs out every other browser.",
      ],
      notes: last
        ? [
            "Many browsers have signed in lately. For the next 24 hours you get no further mails about new ones: look at them in your account.",
          ]
        : undefined,
      action: { label: "Look at your browsers", url: `${baseUrl}/account` },
    },
  };
}
