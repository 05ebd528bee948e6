import type { Metadata } from "next";
import { redirect } from "next/navigation";
import icon from "@/app/icon.svg";
import { PasskeyButton } from "@/components/auth/passkey-button";
import { ProviderIcon } from "@/components/auth/provider-icon";
import { ProviderButtons, SignInForm } from "@/components/auth/sign-in-form";
import { Card, CenteredPage } from "@/components/ui/card";
import { Notice } from "@/components/ui/empty-state";
import { env } from "@/lib/platform/config/env";
import { usageOf } from "@/lib/platform/usage-of";
import { currentSession } from "@/lib/web/auth/current-user";
import { configuredProviders } from "@/lib/web/auth/providers";
import { REAUTH_PATH, safeCallbackPath } from "@/lib/web/auth/sign-in-page";
import { askForPasskey, finishWithPasskey } from "./actions";

export const metadata: Metadata = { title: "Sign in", robots: { index: false } };

type SignInPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

const single = (value: string | string[] | undefined) => (typeof value === "string" ? value : null);

/** Says where to find demo passwords. They are generated per installation, so the page must not show them. */
function DemoHint() {
  return (
    <Notice className="mt-4" title="This is a demo">
      Use the email and password printed in your terminal, or run{" "}
      <code className="font-mono">{usageOf("credentials")}</code> to see all demo accounts.
    </Notice>
  );
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const query = await searchParams;
  const callbackUrl = safeCallbackPath(single(query.callbackUrl), env.HUB_BASE_URL);
  const error = single(query.error);
  // A signed-in user returning here with an error comes from re-authentication at a provider.
  if (await currentSession()) redirect(error ? `${REAUTH_PATH}?${new URLSearchParams({ error })}` : callbackUrl);
  const providers = configuredProviders(env).map(({ id, name }) => ({ id, name, icon: <ProviderIcon id={id} /> }));
  return (
    <CenteredPage>
      <div className="mb-6 flex flex-col items-center gap-3 text-center">
        {/* biome-ignore lint/performance/noImgElement: Next's own only adds script, since its optimiser is off */}
        <img src={icon.src} alt="" width={40} height={40} />
        <div>
          <h1 className="font-semibold text-[1.375rem] leading-8 tracking-[-0.015em]">Sign in</h1>
          <p className="text-muted">to the Brand Identity Hub</p>
        </div>
      </div>
      {single(query.deleted) ? (
        <Notice tone="success" title="Account deleted" className="mb-4">
          Your personal data has been removed from this hub.
        </Notice>
      ) : null}
      {single(query.reset) ? (
        <Notice tone="success" title="Password changed" className="mb-4">
          You've been signed out everywhere. Sign in with your new password.
        </Notice>
      ) : null}
      <Card>
        <noscript>
          <Notice tone="warning" title="Sign-in needs JavaScript" className="mb-4">
            Enable JavaScript for this site and reload the page.
          </Notice>
        </noscript>
        <SignInForm callbackUrl={callbackUrl} initialError={error} />
        <p className="mt-3 text-center text-[0.8125rem]">
          <a href="/forgot-password" className="text-muted underline underline-offset-3 hover:text-ink">
            Forgot your password?
          </a>
        </p>
        <p className="my-4 flex items-center gap-3 text-[0.8125rem] text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
          or
        </p>
        <div className="flex flex-col gap-2">
          <PasskeyButton actions={{ askForPasskey, finishWithPasskey }} callbackUrl={callbackUrl}>
            Sign in with a passkey
          </PasskeyButton>
          {providers.length > 0 ? <ProviderButtons providers={providers} callbackUrl={callbackUrl} /> : null}
        </div>
      </Card>
      {env.HUB_DEMO ? <DemoHint /> : null}
      <p className="mt-5 text-center text-[0.8125rem] text-muted">
        New here? Ask a member of your brand for an invitation. Building a tool? Read the{" "}
        <a href="/docs" className="underline underline-offset-3 hover:text-ink">
          documentation
        </a>
        .
      </p>
    </CenteredPage>
  );
}
