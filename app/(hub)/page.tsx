import { Stamp } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/text-link";
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
        title="No brands yet"
        icon={<Stamp />}
        className="mt-[8dvh]"
        action={
          <LinkButton href="/new" variant="primary">
            Create brand
          </LinkButton>
        }
      >
        <p>Create a brand, blank or from a colour, logo, file or website. You’ll be its owner.</p>
        <p className="mt-4">
          Or ask an owner or admin of an existing brand to invite{" "}
          <strong className="font-medium text-ink">{email}</strong>.
        </p>
      </EmptyState>
    </HubShell>
  );
}
