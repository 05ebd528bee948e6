import type { ReactNode } from "react";
import { HubShell } from "@/app/(hub)/hub-shell";

export default function AboveBrandsLayout({ children }: { children: ReactNode }) {
  return <HubShell>{children}</HubShell>;
}
