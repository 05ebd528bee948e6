"use client";

import { UserPlus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { useMemberDialog } from "./member-dialogs";
import type { MemberReasons, NamedInvitation, NamedMember } from "./roles";

export function InviteButton() {
  const open = useMemberDialog();
  return (
    <Button variant="primary" icon={<UserPlus />} onClick={() => open({ kind: "invite" })}>
      Invite member
    </Button>
  );
}

type MemberRowButtonsProps = { target: NamedMember; reasons: MemberReasons; canManage: boolean };

export function MemberRowButtons({ target, reasons, canManage }: MemberRowButtonsProps) {
  const open = useMemberDialog();
  return (
    <div className="flex justify-end gap-2">
      {canManage ? (
        <Button
          size="sm"
          aria-label={`Change role of ${target.name}`}
          disabledReason={reasons.change}
          onClick={() => open({ kind: "role", target })}
        >
          Change role
        </Button>
      ) : null}
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

type InvitationRowButtonsProps = { target: NamedInvitation; resendReason: string | null };

export function InvitationRowButtons({ target, resendReason }: InvitationRowButtonsProps) {
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
        onClick={() => open({ kind: "revoke", target })}
      >
        Revoke
      </Button>
    </div>
  );
}
