import type { ReactNode } from "react";
import { SegmentNav } from "@/components/ui/segment-nav";

const PAGES = [
  ["keys", "Keys"],
  ["webhooks", "Webhooks"],
  ["events", "Events"],
  ["requests", "Requests"],
  ["federation", "Federation"],
  ["usage", "Usage"],
  ["docs", "Docs"],
] as const;

type DevelopersLayoutProps = { children: ReactNode; params: Promise<{ brand: string }> };

export default async function DevelopersLayout({ children, params }: DevelopersLayoutProps) {
  const { brand } = await params;
  return (
    <div className="flex flex-col gap-7">
      <SegmentNav label="Developer area" base={`/b/${brand}/developers`} pages={PAGES} />
      {children}
    </div>
  );
}
