"use client";

import { useFormResult } from "@/components/forms/use-form-result";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { RoleChoice } from "./role-choice";
import type { InvitationLink, MemberActions } from "./types";

type InviteFormProps = {
  invite: MemberActions["invite"];
  ownerReason: string | null;
  onInvited: (invited: InvitationLink) => void;
};

/** Asks who is invited, and as what. */
export function InviteForm({ invite, ownerReason, onInvited }: InviteFormProps) {
  const form = useFormResult(invite, onInvited, ["email"]);
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <Field label="Email" required hint="Only who signs in with it can accept." error={form.errorOf("email")}>
        <Input name="email" type="email" autoComplete="off" maxLength={254} />
      </Field>
      <RoleChoice defaultValue="editor" ownerReason={ownerReason} />
      <DialogFooter>
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <SubmitButton pending={form.pending} pendingLabel="Inviting…">
          Make the link
        </SubmitButton>
      </DialogFooter>
    </form>
  );
}
