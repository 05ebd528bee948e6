import type { Metadata } from "next";
import type { ReactNode } from "react";
import { GuideShell } from "@/components/guide/guide-shell";
import { guide } from "@/lib/api/docs/server";
import { env } from "@/lib/platform/config/env";

export const metadata: Metadata = {
  title: { default: "Docs", template: "%s · Brand Identity Hub docs" },
  robots: { index: true, follow: true },
};

export default async function GuideLayout({ children }: { children: ReactNode }) {
  const pages = await guide(env.HUB_BASE_URL);
  return <GuideShell pages={pages.map(({ id, title, group }) => ({ id, title, group }))}>{children}</GuideShell>;
}
