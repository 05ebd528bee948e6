"use client";

import { DialogForm } from "@/components/ui/dialog-form";
import { Notice } from "@/components/ui/notice";
import { useFormResult } from "@/components/ui/use-form-result";
import { RoleChoice } from "./role-choice";
import type { MemberActions, NamedMember } from "./types";

type RoleFormProps = {
  target: NamedMember;
  changeRole: MemberActions["changeRole"];
  ownerReason: string | null;
  onChanged: () => void;
};

/** Gives a member another role; with one's own it says what that may cost. */
export function RoleForm({ target, changeRole, ownerReason, onChanged }: RoleFormProps) {
  const form = useFormResult((data) => changeRole(target.userId, data), onChanged);
  return (
    <DialogForm form={form} submitLabel="Change role" pendingLabel="Changing…">
      {target.self ? (
        <Notice tone="warning">
          This is you. What a lesser role may not do, somebody else has to give back to you.
        </Notice>
      ) : null}
      <RoleChoice defaultValue={target.role} ownerReason={ownerReason} />
    </DialogForm>
  );
}
