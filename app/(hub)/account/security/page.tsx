import type { Metadata } from "next";
import { PasswordForm } from "@/components/account/own-forms";
import { SessionDialogs, SignOutEverywhereButton } from "@/components/account/session-dialogs";
import { listedSessions, SessionList } from "@/components/account/session-tables";
import { Section } from "@/components/ui/card";
import { listFactors, listSessions, readAccount } from "@/lib/access/server";
import { env } from "@/lib/platform/config/env";
import { waitText } from "@/lib/platform/limits/credential-budget";
import { pageContext } from "@/lib/web/auth/current-user";
import { OwnTwoFactor } from "../../own-two-factor";
import { type SearchProps, single } from "../../page-query";
import { issueToken, revoke, revokeOthers, setPassword } from "../actions";

export const metadata: Metadata = { title: "Account security" };

function sessionEnds(idleMs: number): string {
  if (idleMs === 0) return "Sessions expire after 30 days.";
  return `Sessions expire after 30 days, or after ${waitText(idleMs / 1000)} without activity.`;
}

export default async function SecurityPage({ searchParams }: SearchProps) {
  const ctx = await pageContext();
  const [account, factors, sessions] = await Promise.all([readAccount(ctx), listFactors(ctx), listSessions(ctx)]);
  const passwordless = account.onlyBy !== null;
  return (
    <SessionDialogs actions={{ issueToken, revoke, revokeOthers }} baseUrl={env.HUB_BASE_URL}>
      {passwordless ? null : (
        <>
          <Section
            split
            title="Password"
            description={
              account.hasPassword
                ? "Changing it signs out your other browsers."
                : "You have no password. Setting one signs out your other browsers."
            }
          >
            <PasswordForm change={setPassword} hasPassword={account.hasPassword} email={account.email} />
          </Section>
          <Section
            split
            id="two-factor"
            title="Two-factor authentication"
            description="Sign in with a passkey alone, or with your password and a code from an authenticator app."
          >
            <OwnTwoFactor factors={factors} now={ctx.now} />
          </Section>
        </>
      )}
      <Section
        title="Signed-in browsers"
        description={`${sessionEnds(ctx.sessionIdleMs)} “New” marks a browser’s first sign-in. If you don't recognise one, ${passwordless ? "sign out everywhere else and contact your company’s administrator" : "change your password to sign out all other browsers"}.`}
        actions={<SignOutEverywhereButton />}
      >
        <SessionList
          kind="browser"
          search={single((await searchParams).q)?.trim() ?? ""}
          sessions={listedSessions(sessions, "browser", ctx.actor.session.sid)}
          now={ctx.now}
        />
      </Section>
    </SessionDialogs>
  );
}
