import { TOTP } from "otpauth";
import type { users } from "@/db/schema";
import {
  addPasskey,
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  createRegistrationChallenge,
} from "@/lib/access/server";
import type { UserActor } from "@/lib/platform/context";
import type { Ctx } from "@/lib/runtime/context";
import { createAuthenticator, type TestAuthenticator } from "./authenticator";
import { actingUser, type context } from "./fixtures";

type Anyone = ReturnType<typeof context>;

/** A person's context with a command's permissions, as after re-authentication. */
const actingAs = (ctx: Anyone, user: Pick<typeof users.$inferSelect, "id">): Ctx<UserActor> => ({
  ...ctx,
  actor: actingUser(user),
});

/** The codes of an authenticator app with this secret. */
export const appOf = (key: string) => (now: Date) =>
  TOTP.generate({ secret: new TOTP({ secret: key.replaceAll(" ", "") }).secret, timestamp: now.getTime() });

/** Adds an authenticator app. It is confirmed with the previous step's code, so the current one stays unused. */
export async function giveApp(ctx: Anyone, user: Pick<typeof users.$inferSelect, "id">) {
  const acting = actingAs(ctx, user);
  const { key, setUp } = await beginAuthenticatorApp(acting);
  const show = appOf(key);
  const before = new Date(ctx.now.getTime() - 30_000);
  const { recoveryCodes } = await confirmAuthenticatorApp(acting, { setUp, code: show(before) });
  return { show, recoveryCodes: recoveryCodes ?? [] };
}

export async function givePasskey(
  ctx: Anyone,
  user: Pick<typeof users.$inferSelect, "id">,
  {
    name = "Laptop",
    authenticator = createAuthenticator({ origin: ctx.baseUrl }),
  }: { name?: string; authenticator?: TestAuthenticator } = {},
) {
  const acting = actingAs(ctx, user);
  const { options, challenge } = await createRegistrationChallenge(acting);
  const { recoveryCodes } = await addPasskey(acting, { name, challenge, answer: authenticator.create(options) });
  return { authenticator, recoveryCodes: recoveryCodes ?? [] };
}
