import { KeyRound } from "lucide-react";
import type { Metadata } from "next";
import { IssueKeyButton, KeyDialogs } from "@/components/developers/keys/key-dialogs";
import { KeyTable, KeyWarnings } from "@/components/developers/keys/key-table";
import { ManagersOnly } from "@/components/developers/managers-only";
import { pathWith } from "@/components/ui/browser";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader, TabNav } from "@/components/ui/page-header";
import { CursorPages } from "@/components/ui/pagination";
import { NoMatches, SearchField } from "@/components/ui/search-field";
import { can } from "@/lib/access";
import { listApiKeys, listKeysToAttend } from "@/lib/integrations/server";
import { env } from "@/lib/platform/config/env";
import { apiKeyCeiling } from "@/lib/platform/limits/credential-budget";
import { brandPage } from "@/lib/web/auth/current-user";
import { foundOr404, oneOf, single } from "../../../../page-query";
import type { BrandPageProps } from "../../page-input";
import { issueKey, revokeKey, rotateKey, setKeyBudget } from "./actions";

export const metadata: Metadata = { title: "API keys" };

const DESCRIPTION =
  "For services that read this brand's data or send events for it. Each key works for this brand only.";

export default async function KeysPage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/developers/keys");
  const { brand, role } = access;
  if (!can(role, "manage")) return <ManagersOnly title="API keys" description={DESCRIPTION} what="keys" role={role} />;
  const query = await searchParams;
  const state = oneOf(query.state, ["maker-left", "ended"] as const) ?? "active";
  const [search, after] = [single(query.q) ?? "", single(query.after)];
  const { entries, next } = await foundOr404(listApiKeys(ctx, { brandId: brand.id, state, search, after }));

  const attend = await listKeysToAttend(ctx, { brandId: brand.id });

  const path = `/b/${brand.slug}/developers/keys`;
  const kept = { q: search, state: state === "active" ? null : state };
  const actions = {
    issue: issueKey.bind(null, brand.id),
    rotate: rotateKey.bind(null, brand.id),
    revoke: revokeKey.bind(null, brand.id),
    setBudget: setKeyBudget.bind(null, brand.id),
  };
  const { perMinute, concurrent } = ctx.budgets;
  const budgets = { hub: { perMinute, concurrent }, ceiling: apiKeyCeiling(ctx.budgets) };
  const budgetReason = can(role, "own") ? null : "Only owners of this brand can set limits.";
  return (
    <KeyDialogs actions={actions} budgets={budgets} baseUrl={env.HUB_BASE_URL}>
      <PageHeader title="API keys" description={DESCRIPTION} actions={<IssueKeyButton />} />
      <div className="flex flex-col gap-4">
        <KeyWarnings
          attend={attend}
          endedHref={pathWith(path, { state: "ended" })}
          makerLeftHref={pathWith(path, { state: "maker-left" })}
        />
        <div className="flex flex-wrap items-end justify-between gap-3">
          <TabNav
            label="Keys by state"
            items={[
              { href: pathWith(path, { q: search }), label: "Active", current: state === "active" },
              {
                href: pathWith(path, { q: search, state: "maker-left" }),
                label: "Creator left",
                current: state === "maker-left",
              },
              {
                href: pathWith(path, { q: search, state: "ended" }),
                label: "Expired or revoked",
                current: state === "ended",
              },
            ]}
          />
          <SearchField
            action={path}
            label="Search keys"
            placeholder="Name, creator or last four characters"
            value={search}
            keep={{ state: kept.state ?? undefined }}
            clearHref={pathWith(path, { state: kept.state })}
          />
        </div>
        <Card flush>
          {entries.length > 0 ? (
            <KeyTable keys={entries} ended={state === "ended"} now={ctx.now} budgetReason={budgetReason} />
          ) : (
            <NoKeys state={state} search={search} clearHref={pathWith(path, { state: kept.state })} />
          )}
        </Card>
        <CursorPages newestFirst label="Key pages" path={path} kept={kept} after={after} next={next} />
      </div>
    </KeyDialogs>
  );
}

type NoKeysProps = { state: "active" | "maker-left" | "ended"; search: string; clearHref: string };

function NoKeys({ state, search, clearHref }: NoKeysProps) {
  if (search) return <NoMatches title={`No key matches “${search}”`} href={clearHref} />;
  if (state === "maker-left") {
    return (
      <EmptyState icon={<KeyRound />} title="No keys from former members">
        Keys keep working after their creator leaves the brand. Rotate or revoke them here.
      </EmptyState>
    );
  }
  if (state === "ended") return <EmptyState icon={<KeyRound />} title="No expired or revoked keys" />;
  return (
    <EmptyState icon={<KeyRound />} title="No active keys" action={<IssueKeyButton />}>
      Issue one per service, so you can rotate and revoke each separately.
    </EmptyState>
  );
}
