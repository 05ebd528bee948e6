import { Archive, SquareTerminal } from "lucide-react";
import type { Metadata } from "next";
import { DeleteAccount, DownloadData } from "@/components/account/own-data";
import { EmailForm, NameForm, PasswordForm } from "@/components/account/own-forms";
import { IssueTokenButton, SessionDialogs, SignOutEverywhereButton } from "@/components/account/session-dialogs";
import { BrowserTable, SessionList, TokenTable } from "@/components/account/session-tables";
import { BudgetList, QuotaList } from "@/components/quotas/quota-list";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { ThemeToggle } from "@/components/ui/page-style";
import { Section } from "@/components/ui/section";
import { LinkButton } from "@/components/ui/text-link";
import { describeUserAgent } from "@/lib/access";
import { listFactors, listSessions, readAccount, readOwnUse } from "@/lib/access/server";
import { env } from "@/lib/platform/config/env";
import { waitText } from "@/lib/platform/limits/credential-budget";
import { describeBudgets } from "@/lib/platform/limits/user-budgets";
import { pageContext } from "@/lib/web/auth/current-user";
import { OwnNotices } from "../own-notices";
import { OwnTwoFactor } from "../own-two-factor";
import { type SearchProps, single } from "../page-query";
import {
  askToChangeEmail,
  askToVerify,
  eraseAccount,
  issueToken,
  mayDownload,
  rename,
  revoke,
  revokeOthers,
  setPassword,
} from "./actions";

export const metadata: Metadata = { title: "Account" };

function sessionEnds(idleMs: number): string {
  if (idleMs === 0) return "Sessions expire after 30 days.";
  return `Sessions expire after 30 days, or after ${waitText(idleMs / 1000)} without activity.`;
}

export default async function AccountPage({ searchParams }: SearchProps) {
  const query = await searchParams;
  const search = { browsers: single(query.browsers)?.trim() ?? "", tokens: single(query.tokens)?.trim() ?? "" };
  const ctx = await pageContext();
  const [account, factors, allSessions, quotas] = await Promise.all([
    readAccount(ctx),
    listFactors(ctx),
    listSessions(ctx),
    readOwnUse(ctx),
  ]);
  const budgets = describeBudgets(ctx.budgets.perUser);
  const sessions = allSessions
    .map((session) => ({
      ...session,
      label: session.name ?? describeUserAgent(session.userAgent),
      current: session.sid === ctx.actor.session.sid,
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current));
  const browsers = sessions.filter(({ kind }) => kind === "browser");
  const tokens = sessions.filter(({ kind }) => kind === "token");
  return (
    <SessionDialogs actions={{ issueToken, revoke, revokeOthers }} baseUrl={env.HUB_BASE_URL}>
      <div className="flex flex-col gap-8">
        <PageHeader
          title="Account"
          description="Hub administrators can sign you out, and deactivate or delete your account."
        />
        <div className="flex flex-col gap-12">
          <Section split title="Name" description="Shown to members of your brands and in activity logs.">
            <NameForm rename={rename} name={account.name} />
          </Section>
          <Section split title="Email" description="Used for sign-in and invitations.">
            <EmailForm
              onlyBy={account.onlyBy}
              email={account.email}
              verified={account.emailVerified}
              mail={{ configured: ctx.mail.configured, readBy: ctx.mail.readBy }}
              askToVerify={askToVerify}
              askToChange={askToChangeEmail}
            />
          </Section>
          {account.onlyBy === null ? (
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
          ) : null}
          {account.onlyBy === null ? (
            <Section
              split
              id="two-step"
              title="Two-factor authentication"
              description="Sign in with a passkey alone, or with your password and a code from an authenticator app."
            >
              <OwnTwoFactor factors={factors} now={ctx.now} />
            </Section>
          ) : null}
          <Section split id="notifications" title="Email notifications">
            <OwnNotices ctx={ctx} emailVerified={account.emailVerified} />
          </Section>
          <Section split title="Theme" description="Applies to this browser.">
            <Card>
              <ThemeToggle />
            </Card>
          </Section>
          <Section
            title="Signed-in browsers"
            description={`${sessionEnds(ctx.sessionIdleMs)} “New” marks a browser’s first sign-in. If you don't recognise one, ${account.onlyBy === null ? "change your password to sign out all other browsers" : "sign out everywhere else and contact your company’s administrator"}.`}
            actions={
              <>
                <LinkButton href="/account/activity">View account activity</LinkButton>
                <SignOutEverywhereButton />
              </>
            }
          >
            <SessionList
              list="browsers"
              label="Search browsers"
              placeholder="Browser or client IP"
              search={search}
              Table={BrowserTable}
              sessions={browsers}
              now={ctx.now}
            />
          </Section>
          <Section
            title="Session tokens"
            description="For programs that act as you over the API. For a single brand, prefer one of its API keys."
            actions={<IssueTokenButton />}
          >
            {tokens.length > 0 || search.tokens ? (
              <SessionList
                list="tokens"
                label="Search tokens"
                placeholder="Token name"
                search={search}
                Table={TokenTable}
                sessions={tokens}
                now={ctx.now}
              />
            ) : (
              <Card flush>
                <EmptyState icon={<SquareTerminal />} level={3} title="No session tokens yet">
                  Issue one per program, so you can revoke each separately.
                </EmptyState>
              </Card>
            )}
          </Section>
          {quotas.length + budgets.length > 0 ? (
            <Section split title="Limits" description="Ask your administrator to raise a limit.">
              <div className="flex flex-col gap-4">
                {quotas.length > 0 ? <QuotaList quotas={quotas} /> : null}
                {budgets.length > 0 ? <BudgetList budgets={budgets} /> : null}
              </div>
            </Section>
          ) : null}
          <Section split title="Archived brands" description="Restore brands you own, or delete them permanently.">
            <Card>
              <LinkButton href="/archived" icon={<Archive />}>
                View archived brands
              </LinkButton>
            </Card>
          </Section>
          <Section
            split
            title="Your data"
            description="Everything this hub stores about you, as JSON. No passwords or tokens."
          >
            <DownloadData mayDownload={mayDownload} path="/account/data" />
          </Section>
          <Section
            split
            title="Delete account"
            description="Removes your name, email, IP addresses and browsers from the hub and its logs. What you published stays."
          >
            <DeleteAccount erase={eraseAccount} email={account.email} />
          </Section>
        </div>
      </div>
    </SessionDialogs>
  );
}
