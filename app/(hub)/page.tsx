import { Stamp } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { findActiveBrand } from "@/lib/access/server";
import { pageContext, requireSession } from "@/lib/web/auth/current-user";
import { HubShell } from "./hub-shell";

export const metadata: Metadata = { title: "No brand yet" };

export default async function StartPage() {
  const { email } = await requireSession();
  const active = await findActiveBrand(await pageContext());
  if (active) redirect(`/b/${active.slug}`);
  return (
    <HubShell>
      <EmptyState
        level={1}
        title="You belong to no brand yet"
        icon={<Stamp />}
        className="mt-[8dvh]"
        action={
          <LinkButton href="/new" variant="primary">
            Create a brand
          </LinkButton>
        }
      >
        <p>Create one, and you are its owner. From nothing, from a colour, from a logo, or from a file.</p>
        <p className="mt-4">
          Or join one: somebody who owns or runs a brand here can invite <strong className="text-ink">{email}</strong>.
          You get a link that works for seven days, and it says who invites you, to which brand, and as what before you
          accept.
        </p>
      </EmptyState>
    </HubShell>
  );
}
