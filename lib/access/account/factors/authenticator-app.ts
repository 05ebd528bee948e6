import { and, eq, lt } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { z } from "zod";
import { authenticatorApps } from "@/db/schema";
import { requireRecentProof, requireUser } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { seal, unseal } from "@/lib/platform/seal";
import { recordAccountAudit } from "../../audit/record-audit";
import type { Ctx } from "../../context";
import { ownRow } from "../own-account";
import { addFactor, removeFactor } from "./change-factors";

/** An SVG path: one unit per module, with the quiet zone that scanners need. Level M survives 15 % damage. */
export function qrPath(text: string) {
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")).join(""));
  return { size, path: rows.join("") };
}

/** RFC 6238 defaults, the only values that every app supports. */
const FORM = { issuer: "Brand Identity Hub", algorithm: "SHA1", digits: 6, period: 30 } as const;
const PERIOD_MS = FORM.period * 1000;

/** Accepted clock drift in periods, either way. */
const WINDOW = 1;

const totpOf = (secret: string, label = "account") =>
  new TOTP({ ...FORM, label, secret: Secret.fromBase32(secret), issuerInLabel: true });

/** 160 bits in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** Returns the code's time step, or null if it is wrong. Compares in constant time. */
export function stepOfCode(secret: string, { code, now }: { code: string; now: Date }): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / PERIOD_MS) + delta;
}

/** Returns null if it can't be a code. */
export function parseCode(text: string): string | null {
  const code = text.replace(/\s/g, "");
  return /^\d{6}$/.test(code) ? code : null;
}

const SET_UP_MS = 15 * 60_000;

/** Sealed and kept by the browser until a code confirms it. */
const SetUp = z.object({ userId: z.uuid(), secret: z.string(), until: z.number() });

export type AppSetUp = Awaited<ReturnType<typeof beginAuthenticatorApp>>;

/** Starts setting up an authenticator app. Stores nothing until a code confirms it. @throws ReauthRequired */
export async function beginAuthenticatorApp(ctx: Ctx) {
  const { userId } = requireUser(ctx);
  requireRecentProof(ctx);
  const { email } = await ownRow(ctx);
  const secret = newTotpSecret();
  const until = ctx.now.getTime() + SET_UP_MS;
  return {
    qr: qrPath(totpUri(secret, email)),
    /** For manual entry. */
    key: secret.replace(/(.{4})(?=.)/g, "$1 "),
    setUp: seal(ctx, "authenticatorSetUp", JSON.stringify({ userId, secret, until })),
  };
}

/** @throws BadRequest for another user's set-up, or after 15 minutes */
function readSetUp(ctx: Ctx, { sealed, userId }: { sealed: string; userId: string }): string {
  const text = sealed.length <= 2048 ? unseal(ctx, "authenticatorSetUp", sealed) : null;
  const setUp = text === null ? null : SetUp.parse(JSON.parse(text));
  if (setUp?.userId !== userId || setUp.until < ctx.now.getTime())
    throw new BadRequest("This QR code has expired after 15 minutes. Start again with a new one.");
  return setUp.secret;
}

/**
 * Confirms the app with its first code, replacing any earlier app.
 * @returns recovery codes, once, with the account's first factor
 * @throws ReauthRequired, BadRequest with `field: "code"`
 */
export async function confirmAuthenticatorApp(
  ctx: Ctx,
  input: { setUp: string; code: string },
): Promise<{ recoveryCodes: string[] | null }> {
  const { userId } = requireUser(ctx);
  requireRecentProof(ctx);
  const secret = readSetUp(ctx, { sealed: input.setUp, userId });
  const code = parseCode(input.code);
  const lastStep = code === null ? null : stepOfCode(secret, { code, now: ctx.now });
  if (lastStep === null)
    throw new BadRequest("Wrong code. Check your phone’s clock, then enter the code that the app shows now.", {
      field: "code",
    });
  const values = {
    sealedSecret: seal(ctx, "authenticator", secret),
    lastStep,
    createdAt: ctx.now,
    lastUsedAt: null,
  };
  const recoveryCodes = await addFactor(ctx, async (inTx, { name }) => {
    await inTx.db
      .insert(authenticatorApps)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: authenticatorApps.userId, set: values });
    await recordAccountAudit(inTx, "account.authenticator_added", { id: userId, name });
    return { what: "An authenticator app" };
  });
  return { recoveryCodes };
}

/** @throws ReauthRequired, NotFound, or BadRequest for a last factor that is required */
export async function removeAuthenticatorApp(ctx: Ctx): Promise<void> {
  const { userId } = requireUser(ctx);
  requireRecentProof(ctx);
  await removeFactor(ctx, async (inTx, { name }) => {
    const removed = await inTx.db
      .delete(authenticatorApps)
      .where(eq(authenticatorApps.userId, userId))
      .returning({ userId: authenticatorApps.userId });
    if (removed.length === 0) throw new NotFound("You have no authenticator app.");
    await recordAccountAudit(inTx, "account.authenticator_removed", { id: userId, name });
    return { what: "The authenticator app" };
  });
}

/**
 * Accepts each current code once, even for concurrent requests. Seals the secret again, so that session secrets can
 * rotate.
 */
export async function spendAppCode(ctx: Ctx, { userId, code }: { userId: string; code: string }): Promise<boolean> {
  const [app] = await ctx.db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, userId));
  if (!app) return false;
  const secret = unseal(ctx, "authenticator", app.sealedSecret);
  if (secret === null) {
    log.warn({ userId }, "authenticator app sealed with a removed session secret");
    return false;
  }
  const lastStep = stepOfCode(secret, { code, now: ctx.now });
  if (lastStep === null) return false;
  const sealedSecret = seal(ctx, "authenticator", secret);
  const used = await ctx.db
    .update(authenticatorApps)
    .set({ lastStep, lastUsedAt: ctx.now, sealedSecret })
    .where(
      and(
        eq(authenticatorApps.userId, userId),
        // Another app may have been set up since the query above.
        eq(authenticatorApps.createdAt, app.createdAt),
        lt(authenticatorApps.lastStep, lastStep),
      ),
    )
    .returning({ userId: authenticatorApps.userId });
  return used.length > 0;
}
