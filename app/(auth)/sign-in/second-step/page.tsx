import type { Metadata } from "next";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { QuestionPage } from "@/components/auth/mail-link-page";
import { SecondStepForm } from "@/components/auth/second-step-form";
import { TextLink } from "@/components/ui/text-link";
import { listSecondFactors } from "@/lib/access/server";
import { env } from "@/lib/platform/config/env";
import { anonymousContext } from "@/lib/web/auth/current-user";
import { callbackUrlCookieName } from "@/lib/web/auth/session-jwt";
import { SIGN_IN_PATH, safeCallbackPath } from "@/lib/web/auth/sign-in-page";
import { signInBrowser } from "@/lib/web/auth/start-session";
import { askForPasskey, finishWithCode, finishWithPasskey } from "./actions";

export const metadata: Metadata = { title: "One more step", robots: { index: false } };

/** The second step of a sign-in, in the browser that did the first; anybody else begins at the first. */
export default async function SecondStepPage() {
  const steps = await listSecondFactors(await anonymousContext(), await signInBrowser());
  if (!steps) redirect(SIGN_IN_PATH);
  const wanted = (await cookies()).get(callbackUrlCookieName(env.HUB_BASE_URL))?.value;
  return (
    <QuestionPage title="One more step" text={`You sign in as ${steps.email}. Show that it is you.`}>
      <SecondStepForm
        steps={steps}
        callbackUrl={safeCallbackPath(wanted, env.HUB_BASE_URL)}
        actions={{ askForPasskey, finishWithPasskey, finishWithCode }}
      />
      <p className="mt-4 text-center text-[0.8125rem]">
        <TextLink href={SIGN_IN_PATH}>Sign in as somebody else</TextLink>
      </p>
    </QuestionPage>
  );
}
