import type { ReactNode } from "react";
import { LeaveGuardProvider } from "@/components/shell/leave-guard";
import { requireSession } from "@/lib/auth/current-user";

/** Everything below is for signed-in people; the frame comes from the layouts of the brand and of what stands above brands. */
export default async function HubLayout({ children }: { children: ReactNode }) {
  await requireSession();
  return <LeaveGuardProvider>{children}</LeaveGuardProvider>;
}
