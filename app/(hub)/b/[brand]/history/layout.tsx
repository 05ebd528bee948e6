import type { ReactNode } from "react";
import { VersionPicks } from "@/components/history/version-picks";

export default function HistoryLayout({ children }: { children: ReactNode }) {
  return <VersionPicks>{children}</VersionPicks>;
}
