import { cookies } from "next/headers";
import { env } from "@/lib/platform/config/env";
import { proofCookie } from "./proof-cookie";

/** Gives this browser the proof that somebody has just proved in it who they are, with the response of this action. */
export async function setProofCookie(proof: string): Promise<void> {
  (await cookies()).set(proofCookie(proof, env));
}
