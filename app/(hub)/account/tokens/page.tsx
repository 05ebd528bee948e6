import { SquareTerminal } from "lucide-react";
import type { Metadata } from "next";
import { IssueTokenButton, SessionDialogs } from "@/components/account/session-dialogs";
import { listedSessions, SessionList } from "@/components/account/session-tables";
import { Card, Section } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { listSessions } from "@/lib/access/server";
import { env } from "@/lib/platform/config/env";
import { pageContext } from "@/lib/web/auth/current-user";
import { type SearchProps, single } from "../../page-query";
import { issueToken, revoke, revokeOthers } from "../actions";

export const metadata: Metadata = { title: "Session tokens" };

export default async function TokensPage({ searchParams }: SearchProps) {
  const ctx = await pageContext();
  const tokens = listedSessions(await listSessions(ctx), "token", ctx.actor.session.sid);
  const search = single((await searchParams).q)?.trim() ?? "";
  return (
    <SessionDialogs actions={{ issueToken, revoke, revokeOthers }} baseUrl={env.HUB_BASE_URL}>
      <Section
        title="Session tokens"
        description="For programs that act as you over the API. For a single brand, prefer one of its API keys."
        actions={<IssueTokenButton />}
      >
        {tokens.length > 0 || search ? (
          <SessionList kind="token" sessions={tokens} search={search} now={ctx.now} />
        ) : (
          <Card flush>
            <EmptyState icon={<SquareTerminal />} level={3} title="No session tokens yet">
              Issue one per program, so you can revoke each separately.
            </EmptyState>
          </Card>
        )}
      </Section>
    </SessionDialogs>
  );
}
