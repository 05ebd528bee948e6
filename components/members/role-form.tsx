"use client";

import { useFormResult } from "@/components/forms/use-form-result";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogFooter } from "@/components/ui/dialog";
import { FormMessage } from "@/components/ui/form-message";
import { Notice } from "@/components/ui/notice";
import { SubmitButton } from "@/components/ui/submit-button";
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
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      {target.self ? (
        <Notice tone="warning">
          This is you. What a lesser role may not do, somebody else has to give back to you.
        </Notice>
      ) : null}
      <RoleChoice defaultValue={target.role} ownerReason={ownerReason} />
      <DialogFooter>
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <SubmitButton pending={form.pending} pendingLabel="Changing…">
          Change role
        </SubmitButton>
      </DialogFooter>
    </form>
  );
}
