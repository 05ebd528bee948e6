import type { ReactNode } from "react";
import { HubShell } from "@/app/(hub)/hub-shell";

/** The frame of pages that stand above brands. */
export default function AboveBrandsLayout({ children }: { children: ReactNode }) {
  return <HubShell>{children}</HubShell>;
}
