import { and, eq, lt } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { z } from "zod";
import { authenticatorApps } from "@/db/schema";
import { requireRecentProof, requireUser } from "@/lib/platform/context";
import { BadRequest, NotFound } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { seal, unseal } from "@/lib/platform/seal";
import { recordAudit } from "../../audit/record-audit";
import type { Ctx } from "../../context";
import { ownRow } from "../change-email";
import { addingFactor, removingFactor } from "./change-factors";

/** A QR code as the path of an SVG: one unit for each module, with the quiet border that readers need. */
export interface QrPath {
  size: number;
  path: string;
}

/** The text as a QR code that still reads with 15 % of it lost. */
export function qrPath(text: string): QrPath {
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")).join(""));
  return { size, path: rows.join("") };
}

/** What every authenticator app does without being told (RFC 6238). */
const FORM = { issuer: "Brand Identity Hub", algorithm: "SHA1", digits: 6, period: 30 } as const;
const PERIOD_MS = FORM.period * 1000;

/** Steps by which an app's clock may be off, either way. */
const WINDOW = 1;

const totpOf = (secret: string, label = "account") =>
  new TOTP({ ...FORM, label, secret: Secret.fromBase32(secret), issuerInLabel: true });

/** A new secret of 160 bits, as a person can type it: base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What the QR code says to the app. */
export const totpUri = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The time step that the code was made for, or null for a wrong one. Compared in constant time, by the library. */
export function stepOfCode(secret: string, { code, now }: { code: string; now: Date }): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / PERIOD_MS) + delta;
}

/** A code without the space in the middle that apps show; null for what can be none. */
export function parseCode(text: string): string | null {
  const code = text.replace(/\s/g, "");
  return /^\d{6}$/.test(code) ? code : null;
}

/** How long a person may take to bring the secret into their app. */
const SET_UP_MS = 15 * 60_000;

/** What the person's browser keeps, sealed, until they give a code of it. */
const SetUp = z.object({ userId: z.uuid(), secret: z.string(), until: z.number() });

export interface AppSetUp {
  qr: QrPath;
  /** The secret, to type where no camera reads the QR code: base32, in groups of four. */
  key: string;
  /** To send back with a code. */
  setUp: string;
}

/** Makes a secret for the acting user's authenticator app; nothing counts, and nothing is kept, before a code of it is given. @throws ProofNeeded */
export async function beginAuthenticatorApp(ctx: Ctx): Promise<AppSetUp> {
  const { userId } = requireUser(ctx);
  requireRecentProof(ctx);
  const { email } = await ownRow(ctx);
  const secret = newTotpSecret();
  const until = ctx.now.getTime() + SET_UP_MS;
  return {
    qr: qrPath(totpUri(secret, email)),
    key: secret.replace(/(.{4})(?=.)/g, "$1 "),
    setUp: seal(ctx, "authenticatorSetUp", JSON.stringify({ userId, secret, until })),
  };
}

/** The secret being set up. @throws BadRequest for what is another's, or over 15 minutes old */
function readSetUp(ctx: Ctx, { sealed, userId }: { sealed: string; userId: string }): string {
  const text = sealed.length <= 2048 ? unseal(ctx, "authenticatorSetUp", sealed) : null;
  const setUp = text === null ? null : SetUp.parse(JSON.parse(text));
  if (setUp?.userId !== userId || setUp.until < ctx.now.getTime())
    throw new BadRequest("That took over 15 minutes. Begin again, with a new QR code.");
  return setUp.secret;
}

/**
 * Sets up the acting user's authenticator app, in place of the one they had, once a code of it shows that it works.
 * @returns recovery codes, shown once, with an account's first factor
 * @throws ProofNeeded, BadRequest (`field: "code"`)
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
    throw new BadRequest("That is not the code that the app shows now. Is your phone’s clock right?", {
      field: "code",
    });
  const values = {
    sealedSecret: seal(ctx, "authenticator", secret),
    lastStep,
    createdAt: ctx.now,
    lastUsedAt: null,
  };
  const recoveryCodes = await addingFactor(ctx, async (inTx, { name }) => {
    await inTx.db
      .insert(authenticatorApps)
      .values({ userId, ...values })
      .onConflictDoUpdate({ target: authenticatorApps.userId, set: values });
    const target = { kind: "user", id: userId, label: name };
    await recordAudit(inTx, { brandId: null, action: "account.authenticator_added", target });
    return { what: "An authenticator app" };
  });
  return { recoveryCodes };
}

/** Removes the acting user's authenticator app. @throws ProofNeeded, NotFound, BadRequest for a last factor that is required */
export async function removeAuthenticatorApp(ctx: Ctx): Promise<void> {
  const { userId } = requireUser(ctx);
  requireRecentProof(ctx);
  await removingFactor(ctx, async (inTx, { name }) => {
    const removed = await inTx.db
      .delete(authenticatorApps)
      .where(eq(authenticatorApps.userId, userId))
      .returning({ userId: authenticatorApps.userId });
    if (removed.length === 0) throw new NotFound("You have no authenticator app set up.");
    const target = { kind: "user", id: userId, label: name };
    await recordAudit(inTx, { brandId: null, action: "account.authenticator_removed", target });
    return { what: "The authenticator app" };
  });
}

/**
 * True for a code that the account's app shows now, or did up to a step ago, and that was not accepted before; of two who give it at once,
 * for one. What it was sealed under may be about to go: each use seals it anew.
 */
export async function spendAppCode(ctx: Ctx, { userId, code }: { userId: string; code: string }): Promise<boolean> {
  const [app] = await ctx.db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, userId));
  if (!app) return false;
  const secret = unseal(ctx, "authenticator", app.sealedSecret);
  if (secret === null) {
    log.warn({ userId }, "an authenticator app was set up under a session secret that is gone");
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
        // Whoever sets up another app meanwhile keeps that one.
        eq(authenticatorApps.createdAt, app.createdAt),
        lt(authenticatorApps.lastStep, lastStep),
      ),
    )
    .returning({ userId: authenticatorApps.userId });
  return used.length > 0;
}
