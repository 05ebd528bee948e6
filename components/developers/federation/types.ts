import type { DecodedToken, FederatedUser } from "@/lib/federation";
import type { FormResult } from "@/lib/forms";

/** A token that was minted to look at, and what it says. */
export type TestToken = DecodedToken & { token: string; expiresAtSeconds: number };

export type MintTestToken = () => Promise<FormResult<TestToken>>;
export type ExchangeTestToken = (token: string) => Promise<FormResult<FederatedUser>>;
