import { Archive, SquareTerminal } from "lucide-react";
import type { Metadata } from "next";
import { DeleteAccount, DownloadData } from "@/components/account/own-data";
import { EmailForm, NameForm, PasswordForm } from "@/components/account/own-forms";
import { IssueTokenButton, SessionDialogs, SignOutEverywhereButton } from "@/components/account/session-dialogs";
import { BrowserTable, SessionList, TokenTable } from "@/components/account/session-tables";
import { BudgetList, QuotaList } from "@/components/quotas/quota-list";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { ThemeToggle } from "@/components/ui/theme-toggle";
import { describeUserAgent } from "@/lib/access";
import { listFactors, listSessions, readAccount, readOwnUse } from "@/lib/access/server";
import { env } from "@/lib/platform/config/env";
import { describeBudgets } from "@/lib/platform/limits/user-budgets";
import { waitText } from "@/lib/platform/limits/wait-text";
import { pageContext } from "@/lib/web/auth/current-user";
import { OwnNotices } from "../own-notices";
import { OwnTwoStep } from "../own-two-step";
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
  if (idleMs === 0) return "A session ends 30 days after its sign-in.";
  return `A session ends 30 days after its sign-in, or once it has rested for ${waitText(idleMs / 1000)}.`;
}

export default async function AccountPage({ searchParams }: SearchProps) {
  const query = await searchParams;
  const search = { browsers: single(query.browsers)?.trim() ?? "", tokens: single(query.tokens)?.trim() ?? "" };
  const ctx = await pageContext();
  const [account, factors, found, quotas] = await Promise.all([
    readAccount(ctx),
    listFactors(ctx),
    listSessions(ctx),
    readOwnUse(ctx),
  ]);
  const budgets = describeBudgets(ctx.budgets.perUser);
  const sessions = found
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
          description="Yours: no brand sees or changes it. A hub administrator can sign you out, deactivate or delete it, and no more."
        />
        <div className="flex flex-col gap-12">
          <Section split title="Name" description="How members of your brands and their activity logs call you.">
            <NameForm rename={rename} name={account.name} />
          </Section>
          <Section split title="Email" description="You sign in with it, and are invited by it.">
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
                  ? "For signing in with your email. Changing it signs out your other browsers."
                  : "You have none and sign in elsewhere. Setting one signs out your other browsers."
              }
            >
              <PasswordForm change={setPassword} hasPassword={account.hasPassword} email={account.email} />
            </Section>
          ) : null}
          {account.onlyBy === null ? (
            <Section
              split
              id="two-step"
              title="Two-step sign-in"
              description="A passkey signs you in by itself. With an authenticator app, a code follows your password."
            >
              <OwnTwoStep factors={factors} now={ctx.now} />
            </Section>
          ) : null}
          <Section
            split
            id="notifications"
            title="Notifications by mail"
            description="What the hub tells you. Everything is on until you turn it off."
          >
            <OwnNotices ctx={ctx} emailVerified={account.emailVerified} />
          </Section>
          <Section split title="Theme" description="Kept in this browser.">
            <Card>
              <ThemeToggle />
            </Card>
          </Section>
          <Section
            title="Signed-in browsers"
            description={`${sessionEnds(ctx.sessionIdleMs)} One marked “New” had not signed in to your account before. If you don't know it, ${account.onlyBy === null ? "change your password: that signs out all but this one" : "sign out everywhere else, and tell whoever runs your company’s sign-in"}.`}
            actions={
              <>
                <LinkButton href="/account/activity">Activity of your account</LinkButton>
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
            description="For back-office programs that act as you over the API; they open no page of the hub. For a service of one brand, an API key of that brand can do less harm."
            actions={<IssueTokenButton />}
          >
            {tokens.length > 0 || search.tokens ? (
              <SessionList
                list="tokens"
                label="Search tokens"
                placeholder="Name of a token"
                search={search}
                Table={TokenTable}
                sessions={tokens}
                now={ctx.now}
              />
            ) : (
              <Card flush>
                <EmptyState icon={<SquareTerminal />} level={3} title="No session tokens yet">
                  Issue one for each program, so that each can be revoked alone.
                </EmptyState>
              </Card>
            )}
          </Section>
          {quotas.length + budgets.length > 0 ? (
            <Section
              split
              title="Limits"
              description="How much you may have, and how often you may do something. Whoever runs this hub can raise a limit."
            >
              <div className="flex flex-col gap-4">
                {quotas.length > 0 ? <QuotaList quotas={quotas} /> : null}
                {budgets.length > 0 ? <BudgetList budgets={budgets} /> : null}
              </div>
            </Section>
          ) : null}
          <Section
            split
            title="Archived brands"
            description="Those that you own: bring one back, or have it deleted for good."
          >
            <Card>
              <LinkButton href="/archived" icon={<Archive />}>
                See your archived brands
              </LinkButton>
            </Card>
          </Section>
          <Section
            split
            title="Your data"
            description="All that this hub has about you, as one JSON file: account, sessions, brands, what you published, mails, your activity. No password and no token is in it."
          >
            <DownloadData mayDownload={mayDownload} path="/account/data" />
          </Section>
          <Section
            split
            title="Delete your account"
            description="Your name, email, IP addresses and browsers go from the hub and its logs; what you published stays."
          >
            <DeleteAccount erase={eraseAccount} email={account.email} />
          </Section>
        </div>
      </div>
    </SessionDialogs>
  );
}
