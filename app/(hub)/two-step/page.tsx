import { ShieldCheck } from "lucide-react";
import type { Metadata } from "next";
import { ConfirmButton } from "@/components/two-step/passkey-form";
import { buttonClass } from "@/components/ui/button-style";
import { EmptyState } from "@/components/ui/empty-state";
import { listFactors, readAccount } from "@/lib/access/server";
import { env } from "@/lib/platform/config/env";
import { pageContext } from "@/lib/web/auth/current-user";
import { safeCallbackPath } from "@/lib/web/auth/sign-in-page";
import { HubShell } from "../hub-shell";
import { OwnTwoStep } from "../own-two-step";
import { type SearchProps, single } from "../page-query";

export const metadata: Metadata = { title: "Two-step sign-in" };

/** Stands in for a page that asks for two-step sign-in, and says what the reader has to do to get there. */
export default async function TwoStepPage({ searchParams }: SearchProps) {
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
        title={strong ? "You signed in with two steps" : "This asks for two-step sign-in"}
        action={
          strong ? (
            // By a new load: what the router has kept of the page leads here.
            <a href={to} className={buttonClass({ variant: "primary" })}>
              Go on
            </a>
          ) : any ? (
            <ConfirmButton to={to} />
          ) : null
        }
      >
        {strong ? (
          <p>The page that you asked for is open to you.</p>
        ) : company !== null ? (
          <p>Sign out, then sign in with {company}.</p>
        ) : any ? (
          <p>You signed in without your passkey or a code. Show once that it is you, and the page opens.</p>
        ) : (
          <p>Set up a passkey or an authenticator app here. Then the page that you asked for opens.</p>
        )}
      </EmptyState>
      {company === null ? (
        <div className="mx-auto mt-8 max-w-xl">
          <OwnTwoStep factors={factors} now={ctx.now} />
        </div>
      ) : null}
    </HubShell>
  );
}
