import { requireUser } from "@/lib/platform/context";
import type { Ctx } from "../context";
import { factorKindsOf, hasFactor } from "./factors/list-factors";
import { proveCode } from "./factors/prove-code";
import { verifyPasskey } from "./factors/verify-passkey";
import { provePassword } from "./prove-password";

/** What an account has to prove itself with. */
export interface Provable {
  userId: string;
  passwordHash: string | null;
}

/** A way in which a person proves in the hub itself, anew, who they are. */
interface ProofMethod {
  /** True where it proves more than that somebody knows the password: it makes the session a strong one. */
  strong: boolean;
  /** Whether this account can use it. */
  isOffered(ctx: Ctx, account: Provable): boolean | Promise<boolean>;
  /** Checks what the person gave, under limits. @throws BadRequest with the field at fault, RateLimited */
  check(ctx: Ctx, answer: Readonly<Record<string, string>>): Promise<unknown>;
}

/**
 * Every way to prove in the hub itself who one is, the one to offer first first. A new one is added here, and its form in
 * `components/proof`. Signing in anew at a provider is none of them: its answer comes by next-auth (`proveWithProvider`).
 */
export const PROOF_METHODS = {
  passkey: {
    strong: true,
    isOffered: async (ctx, account) => (await factorKindsOf(ctx, account)).passkey,
    check: (ctx, { passkey = "", challenge }) =>
      verifyPasskey(ctx, { purpose: "prove", userId: requireUser(ctx).userId, answer: passkey, challenge }),
  },
  /** Of the authenticator app, or a recovery code: who has neither app nor passkey has no such codes. */
  code: {
    strong: true,
    isOffered: hasFactor,
    check: (ctx, { code = "" }) => {
      const { userId, session } = requireUser(ctx);
      return proveCode(ctx, { userId, code, browser: session?.sid ?? userId });
    },
  },
  /** A stolen one must not do where the account has more than it. */
  password: {
    strong: false,
    isOffered: async (ctx, account) => account.passwordHash !== null && !(await hasFactor(ctx, account)),
    check: (ctx, { password = "" }) => provePassword(ctx, { password, field: "password" }),
  },
} satisfies Record<string, ProofMethod>;

export type ProofKind = keyof typeof PROOF_METHODS;
