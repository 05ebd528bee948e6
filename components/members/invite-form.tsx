"use client";

import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useFormResult } from "@/components/ui/use-form-result";
import { ACCOUNT_LIMITS } from "@/lib/account";
import { RoleChoice } from "./role-choice";
import type { InvitationLink, MemberActions } from "./types";

type InviteFormProps = {
  invite: MemberActions["invite"];
  ownerReason: string | null;
  byMail: boolean;
  onInvited: (invited: InvitationLink) => void;
};

/** Asks who is invited, and as what. */
export function InviteForm({ invite, ownerReason, byMail, onInvited }: InviteFormProps) {
  const form = useFormResult(invite, onInvited, ["email"]);
  return (
    <DialogForm form={form} submitLabel={byMail ? "Send the invitation" : "Make the link"} pendingLabel="Inviting…">
      <Field label="Email" required hint="Only who signs in with it can accept." error={form.errorOf("email")}>
        <Input name="email" type="email" autoComplete="off" maxLength={ACCOUNT_LIMITS.email} />
      </Field>
      <RoleChoice defaultValue="editor" ownerReason={ownerReason} />
    </DialogForm>
  );
}
