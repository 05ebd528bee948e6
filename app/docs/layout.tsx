import type { Metadata } from "next";
import type { ReactNode } from "react";
import { GuideShell } from "@/components/guide/guide-shell";
import { guide } from "@/lib/docs/server";

export const metadata: Metadata = {
  title: { default: "Docs", template: "%s · Brand Identity Hub docs" },
  robots: { index: true, follow: true },
};

/** The documentation of the API, for everybody. */
export default async function GuideLayout({ children }: { children: ReactNode }) {
  const pages = await guide();
  return <GuideShell pages={pages.map(({ id, title }) => ({ id, title }))}>{children}</GuideShell>;
}
