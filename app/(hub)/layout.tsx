import type { ReactNode } from "react";
import { ProofDialog } from "@/components/proof/proof-dialog";
import { LeaveGuardProvider } from "@/components/shell/leave-guard";
import { requireSession } from "@/lib/web/auth/current-user";
import { askForPasskey, listProofs, prove } from "./proof-actions";

export default async function HubLayout({ children }: { children: ReactNode }) {
  await requireSession();
  return (
    <LeaveGuardProvider>
      {children}
      <ProofDialog actions={{ list: listProofs, prove, askForPasskey }} />
    </LeaveGuardProvider>
  );
}
