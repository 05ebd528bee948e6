import type { ReactNode } from "react";
import { ProofDialog } from "@/components/proof/proof-dialog";
import { LeaveGuardProvider } from "@/components/shell/leave-guard";
import { requireSession } from "@/lib/web/auth/current-user";
import { askForPasskey, listProofs, prove } from "./proof-actions";

/** Everything below is for signed-in people; the frame comes from the layouts of the brand and of what stands above brands. */
export default async function HubLayout({ children }: { children: ReactNode }) {
  await requireSession();
  return (
    <LeaveGuardProvider>
      {children}
      <ProofDialog actions={{ list: listProofs, prove, askForPasskey }} />
    </LeaveGuardProvider>
  );
}
