"use client";

import { UserPlus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { RowButton } from "@/components/ui/row-button";
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
        <RowButton
          verb="Change role"
          of={`of ${target.name}`}
          disabledReason={reasons.change}
          onClick={() => open({ kind: "role", target })}
        />
      ) : null}
      {target.self ? (
        <Button size="sm" disabledReason={reasons.remove} onClick={() => open({ kind: "leave" })}>
          Leave
        </Button>
      ) : (
        <RowButton
          verb="Remove"
          of={target.name}
          disabledReason={reasons.remove}
          onClick={() => open({ kind: "remove", target })}
        />
      )}
    </div>
  );
}

type InvitationRowButtonsProps = { target: NamedInvitation; resendReason: string | null };

export function InvitationRowButtons({ target, resendReason }: InvitationRowButtonsProps) {
  const open = useMemberDialog();
  const of = `invitation to ${target.email}`;
  return (
    <div className="flex justify-end gap-2">
      <RowButton verb="Resend" of={of} disabledReason={resendReason} onClick={() => open({ kind: "resend", target })} />
      <RowButton verb="Revoke" of={of} onClick={() => open({ kind: "revoke", target })} />
    </div>
  );
}
