import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { QuestionPage } from "@/components/auth/mail-link-page";
import { TwoFactorForm } from "@/components/auth/two-factor-form";
import { TextLink } from "@/components/ui/text";
import { listSecondFactors } from "@/lib/access/server";
import { env } from "@/lib/platform/config/env";
import { anonymousContext } from "@/lib/web/auth/current-user";
import { callbackUrlCookieName } from "@/lib/web/auth/session-jwt";
import { SIGN_IN_PATH, safeCallbackPath } from "@/lib/web/auth/sign-in-page";
import { signInBrowser } from "@/lib/web/auth/start-session";
import { askForPasskey, finishWithCode, finishWithPasskey } from "./actions";

export const metadata: Metadata = { title: "Two-factor authentication", robots: { index: false } };

/** Finishes a two-factor sign-in in the browser that started it. Any other browser starts over. */
export default async function TwoFactorPage() {
  const factors = await listSecondFactors(await anonymousContext(), await signInBrowser());
  if (!factors) redirect(SIGN_IN_PATH);
  const callbackUrl = (await cookies()).get(callbackUrlCookieName(env.HUB_BASE_URL))?.value;
  return (
    <QuestionPage title="Two-factor authentication" text={`Signing in as ${factors.email}`}>
      <TwoFactorForm
        factors={factors}
        callbackUrl={safeCallbackPath(callbackUrl, env.HUB_BASE_URL)}
        actions={{ askForPasskey, finishWithPasskey, finishWithCode }}
      />
      <p className="mt-4 text-center text-[0.8125rem]">
        <TextLink href={SIGN_IN_PATH}>Use another account</TextLink>
      </p>
    </QuestionPage>
  );
}
