"use client";

import { UserPlus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useMemberDialog } from "./member-dialogs";
import type { MemberReasons, NamedInvitation, NamedMember } from "./roles";

export function InviteButton({ reason }: { reason: string | null }) {
  const open = useMemberDialog();
  return (
    <Button variant="primary" icon={<UserPlus />} disabledReason={reason} onClick={() => open({ kind: "invite" })}>
      Invite member
    </Button>
  );
}

export function MemberRowButtons({ target, reasons }: { target: NamedMember; reasons: MemberReasons }) {
  const open = useMemberDialog();
  return (
    <div className="flex justify-end gap-2">
      <Button
        size="sm"
        aria-label={`Change role of ${target.name}`}
        disabledReason={reasons.change}
        onClick={() => open({ kind: "role", target })}
      >
        Change role
      </Button>
      {target.self ? (
        <Button size="sm" disabledReason={reasons.remove} onClick={() => open({ kind: "leave" })}>
          Leave
        </Button>
      ) : (
        <Button
          size="sm"
          aria-label={`Remove ${target.name}`}
          disabledReason={reasons.remove}
          onClick={() => open({ kind: "remove", target })}
        >
          Remove
        </Button>
      )}
    </div>
  );
}

type InvitationRowButtonsProps = { target: NamedInvitation; resendReason: string | null; revokeReason: string | null };

export function InvitationRowButtons({ target, resendReason, revokeReason }: InvitationRowButtonsProps) {
  const open = useMemberDialog();
  return (
    <div className="flex justify-end gap-2">
      <Button
        size="sm"
        aria-label={`Resend invitation to ${target.email}`}
        disabledReason={resendReason}
        onClick={() => open({ kind: "resend", target })}
      >
        Resend
      </Button>
      <Button
        size="sm"
        aria-label={`Revoke invitation to ${target.email}`}
        disabledReason={revokeReason}
        onClick={() => open({ kind: "revoke", target })}
      >
        Revoke
      </Button>
    </div>
  );
}
