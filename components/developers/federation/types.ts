import type { FormResult } from "@/lib/actions/form-result";
import type { DecodedToken } from "@/lib/federation";

/** A token that was minted to look at, and what it says. */
export type TestToken = DecodedToken & { token: string; lifetimeSeconds: number };

export type MintTestToken = () => Promise<FormResult<TestToken>>;
