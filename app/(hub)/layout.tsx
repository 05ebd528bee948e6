import type { ReactNode } from "react";
import { ReauthDialog } from "@/components/reauth/reauth-dialog";
import { LeaveGuardProvider } from "@/components/shell/leave-guard";
import { requireSession } from "@/lib/web/auth/current-user";
import { askForPasskey, listReauthChoices, verify } from "./actions";

export default async function HubLayout({ children }: { children: ReactNode }) {
  await requireSession();
  return (
    <LeaveGuardProvider>
      {children}
      <ReauthDialog actions={{ list: listReauthChoices, verify, askForPasskey }} />
    </LeaveGuardProvider>
  );
}
