import { ShieldCheck } from "lucide-react";
import type { Metadata } from "next";
import { ConfirmButton } from "@/components/two-factor/passkey-form";
import { EmptyState } from "@/components/ui/empty-state";
import { buttonClass } from "@/components/ui/styles";
import { listFactors, readAccount } from "@/lib/access/server";
import { env } from "@/lib/platform/config/env";
import { pageContext } from "@/lib/web/auth/current-user";
import { safeCallbackPath } from "@/lib/web/auth/sign-in-page";
import { HubShell } from "../hub-shell";
import { OwnTwoFactor } from "../own-two-factor";
import { type SearchProps, single } from "../page-query";

export const metadata: Metadata = { title: "Two-factor authentication" };

/** Shown instead of a page that requires two-factor authentication. */
export default async function TwoFactorPage({ searchParams }: SearchProps) {
  const ctx = await pageContext();
  const [account, factors] = await Promise.all([readAccount(ctx), listFactors(ctx)]);
  const to = safeCallbackPath(single((await searchParams).to), env.HUB_BASE_URL);
  const { strong } = ctx.actor.session;
  const any = factors.passkeys.length > 0 || factors.app !== null;
  const company = account.onlyBy;
  return (
    <HubShell>
      <EmptyState
        level={1}
        icon={<ShieldCheck />}
        className="mt-[4dvh]"
        title={strong ? "You’re signed in with two factors" : "Two-factor authentication required"}
        action={
          strong ? (
            // A plain link: the router's cache would lead back here.
            <a href={to} className={buttonClass({ variant: "primary" })}>
              Continue
            </a>
          ) : any ? (
            <ConfirmButton to={to} />
          ) : null
        }
      >
        {strong ? (
          <p>You can now open the page.</p>
        ) : company !== null ? (
          <p>Sign out, then sign in with {company}.</p>
        ) : any ? (
          <p>You signed in without your passkey or a code. Confirm it’s you to continue.</p>
        ) : (
          <p>Set up a passkey or an authenticator app to continue.</p>
        )}
      </EmptyState>
      {company === null ? (
        <div className="mx-auto mt-8 max-w-xl">
          <OwnTwoFactor factors={factors} now={ctx.now} />
        </div>
      ) : null}
    </HubShell>
  );
}
