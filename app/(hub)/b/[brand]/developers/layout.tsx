import type { ReactNode } from "react";
import { SegmentNav } from "@/components/ui/segment-nav";
import { can } from "@/lib/access";
import { brandFrame } from "@/lib/web/auth/current-user";

const PAGES = [
  ["keys", "Keys"],
  ["webhooks", "Webhooks"],
  ["events", "Events"],
  ["requests", "Requests"],
  ["federation", "Federation"],
  ["usage", "Usage"],
  ["docs", "Docs"],
] as const;

const FOR_MANAGERS = ["keys", "requests"];

type DevelopersLayoutProps = { children: ReactNode; params: Promise<{ brand: string }> };

export default async function DevelopersLayout({ children, params }: DevelopersLayoutProps) {
  const { brand } = await params;
  const canManage = can((await brandFrame(brand)).access.role, "manage");
  const pages = PAGES.filter(([segment]) => canManage || !FOR_MANAGERS.includes(segment));
  return (
    <div className="flex flex-col gap-7">
      <SegmentNav label="Developer area" base={`/b/${brand}/developers`} pages={pages} />
      {children}
    </div>
  );
}
