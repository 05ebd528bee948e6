import type { ReactNode } from "react";
import { HubShell } from "@/app/(hub)/hub-shell";
import { PageHeader } from "@/components/ui/page-header";
import { SegmentNav } from "@/components/ui/segment-nav";

const PAGES = [
  ["", "Profile"],
  ["security", "Security"],
  ["tokens", "Tokens"],
  ["notifications", "Notifications"],
  ["activity", "Activity"],
  ["data", "Data"],
] as const;

export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <HubShell>
      <div className="flex flex-col gap-8">
        <div className="flex flex-col gap-4">
          <PageHeader title="Account" />
          <SegmentNav label="Account" base="/account" pages={PAGES} />
        </div>
        <div className="flex flex-col gap-12">{children}</div>
      </div>
    </HubShell>
  );
}
