import type { DecodedToken } from "@/lib/federation";
import type { FormResult } from "@/lib/forms";

/** A token that was minted to look at, and what it says. */
export type TestToken = DecodedToken & { token: string; lifetimeSeconds: number };

export type MintTestToken = () => Promise<FormResult<TestToken>>;
