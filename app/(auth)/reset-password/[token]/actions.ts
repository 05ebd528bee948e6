"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import { resetPassword } from "@/lib/access/server";
import { asUser } from "@/lib/platform/context";
import { type FormResult, formResult } from "@/lib/web/actions/form-result";
import { anonymousActionContext } from "@/lib/web/auth/current-user";
import { setDeviceCookie } from "@/lib/web/auth/start-session";

const Token = z.string().max(200);
const ResetForm = z.object({ password: z.string().max(10_000) });

/** Sets the password and redirects to sign-in. No session starts, but this browser no longer counts as new. */
export async function resetAction(token: string, form: FormData): Promise<FormResult> {
  return formResult(async () => {
    const { password } = ResetForm.parse(Object.fromEntries(form));
    const ctx = await anonymousActionContext();
    const { userId } = await resetPassword(ctx, { token: Token.parse(token), password });
    await setDeviceCookie(asUser(ctx, userId), { signedIn: false });
    // Setting the cookie makes Next render this page again, with a link that is already used.
    redirect("/sign-in?reset=1");
  });
}
