import { Archive } from "lucide-react";
import type { Metadata } from "next";
import { DeleteAccount, DownloadData } from "@/components/account/own-data";
import { BudgetList, QuotaList } from "@/components/quotas/quota-list";
import { Card, Section } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/text";
import { readAccount, readOwnUse } from "@/lib/access/server";
import { describeBudgets } from "@/lib/platform/limits/user-budgets";
import { pageContext } from "@/lib/web/auth/current-user";
import { eraseAccount, mayDownload } from "../actions";

export const metadata: Metadata = { title: "Account data" };

export default async function DataPage() {
  const ctx = await pageContext();
  const [{ email }, quotas] = await Promise.all([readAccount(ctx), readOwnUse(ctx)]);
  const budgets = describeBudgets(ctx.budgets.perUser);
  return (
    <>
      <Section
        split
        title="Your data"
        description="Everything this hub stores about you, as JSON. No passwords or tokens."
      >
        <DownloadData mayDownload={mayDownload} path="/account/data/export" />
      </Section>
      <Section split title="Archived brands" description="Restore brands you own, or delete them permanently.">
        <Card>
          <LinkButton href="/archived" icon={<Archive />}>
            View archived brands
          </LinkButton>
        </Card>
      </Section>
      {quotas.length + budgets.length > 0 ? (
        <Section split title="Limits" description="Ask your administrator to raise a limit.">
          <div className="flex flex-col gap-4">
            {quotas.length > 0 ? <QuotaList quotas={quotas} /> : null}
            {budgets.length > 0 ? <BudgetList budgets={budgets} /> : null}
          </div>
        </Section>
      ) : null}
      <Section
        split
        title="Delete account"
        description="Removes your name, email, IP addresses and browsers from the hub and its logs. What you published stays. Hub administrators can also sign you out, and deactivate or delete your account."
      >
        <DeleteAccount erase={eraseAccount} email={email} />
      </Section>
    </>
  );
}
