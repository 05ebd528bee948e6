import type { ReactNode } from "react";
import { HubShell } from "@/app/(hub)/hub-shell";
import { adminPage } from "./admin-page";

/** The frame of the pages for hub administrators; anybody else gets a 404, before a page begins to stream. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  await adminPage();
  return <HubShell>{children}</HubShell>;
}
