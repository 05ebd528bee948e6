"use server";

import { cookies } from "next/headers";
import { VIEW_COOKIE } from "@/components/assets/kind-labels";
import { env } from "@/lib/platform/config/env";
import { actionResult, type FormResult } from "@/lib/web/actions/form-result";

const YEAR_SECONDS = 365 * 24 * 3600;

/** Saves the view in a cookie of this browser. Anything but "list" means the grid. */
export async function rememberViewAction(view: string): Promise<FormResult> {
  return actionResult("lookups", async () => {
    const value = view === "list" ? "list" : "grid";
    const secure = env.HUB_BASE_URL.startsWith("https:");
    (await cookies()).set(VIEW_COOKIE, value, { maxAge: YEAR_SECONDS, httpOnly: true, sameSite: "lax", secure });
  });
}
