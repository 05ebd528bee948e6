import type { Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";

/** A simulated device in the page's browser that holds passkeys and verifies its user. */
export async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send("WebAuthn.enable");
  const { authenticatorId } = await client.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifies: (isUserVerified: boolean) => client.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    count: async () => (await client.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
  };
}

/** The code of an authenticator app with this key, now or steps of 30 seconds later. */
export const codeOf = (key: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(key.replaceAll(" ", "")), timestamp: Date.now() + steps * 30_000 });
