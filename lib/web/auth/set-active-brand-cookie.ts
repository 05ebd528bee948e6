import { cookies } from "next/headers";
import { env } from "@/lib/platform/config/env";
import { activeBrandCookie } from "./active-brand-cookie";

/** Sets the browser's active-brand cookie with the response of this action or route, or clears it with null. */
export async function setActiveBrandCookie(slug: string | null): Promise<void> {
  (await cookies()).set(activeBrandCookie(slug, env));
}
