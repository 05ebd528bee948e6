"use client";

import { useFormResult } from "@/components/forms/use-form-result";
import { Button } from "@/components/ui/button";
import { DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import type { RevealedToken, SessionActions } from "./types";

type TokenFormProps = { issue: SessionActions["issueToken"]; onIssued: (issued: RevealedToken) => void };

/** Asks what the token is for. */
export function TokenForm({ issue, onIssued }: TokenFormProps) {
  const form = useFormResult(issue, onIssued, ["name"]);
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <Field label="Name" required hint="Where it is used: “Nightly report”." error={form.errorOf("name")}>
        <Input name="name" maxLength={100} autoComplete="off" />
      </Field>
      <DialogFooter>
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <SubmitButton pending={form.pending} pendingLabel="Issuing…">
          Issue token
        </SubmitButton>
      </DialogFooter>
    </form>
  );
}
