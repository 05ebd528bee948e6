import type { Ctx } from "@/lib/kernel/context";
import { provePassword } from "./prove-password";

/** What an account has to prove itself with. */
export interface Provable {
  userId: string;
  passwordHash: string | null;
}

/** A way in which a person proves in the hub itself, anew, who they are. */
interface ProofMethod {
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
  password: {
    isOffered: (_, { passwordHash }) => passwordHash !== null,
    check: (ctx, { password = "" }) => provePassword(ctx, { password, field: "password" }),
  },
} satisfies Record<string, ProofMethod>;

export type ProofKind = keyof typeof PROOF_METHODS;
