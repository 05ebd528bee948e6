import type { ReactNode } from "react";
import { HubShell } from "@/app/(hub)/hub-shell";
import { adminPage } from "./admin-page";

/** Checks access in the layout, so others get a 404 before a page starts to stream. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  await adminPage();
  return <HubShell>{children}</HubShell>;
}
