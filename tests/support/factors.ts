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

/** The context of a person, by a command's right: what their pages would do after a proof. */
const actingAs = (ctx: Anyone, user: Pick<typeof users.$inferSelect, "id">): Ctx<UserActor> => ({
  ...ctx,
  actor: actingUser(user),
});

/** An authenticator app that holds a secret: what it shows at a moment. */
export const appOf = (key: string) => (now: Date) =>
  TOTP.generate({ secret: new TOTP({ secret: key.replaceAll(" ", "") }).secret, timestamp: now.getTime() });

/** Gives a person an authenticator app; the code that confirms it is of the step before `ctx.now`, so that the present one is unused. */
export async function giveApp(ctx: Anyone, user: Pick<typeof users.$inferSelect, "id">) {
  const acting = actingAs(ctx, user);
  const { key, setUp } = await beginAuthenticatorApp(acting);
  const show = appOf(key);
  const before = new Date(ctx.now.getTime() - 30_000);
  const { recoveryCodes } = await confirmAuthenticatorApp(acting, { setUp, code: show(before) });
  return { show, recoveryCodes: recoveryCodes ?? [] };
}

/** Gives a person a passkey on a device of its own. */
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
