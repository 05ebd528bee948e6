"use client";

import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { useToast } from "@/components/ui/toast-context";
import { useFormResult } from "@/components/ui/use-form-result";
import { ACCOUNT_LIMITS } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

type NameFormProps = { rename: (form: FormData) => Promise<FormResult>; name: string };

export function NameForm({ rename, name }: NameFormProps) {
  const toast = useToast();
  const form = useFormResult(rename, () => toast({ tone: "success", title: "Your name is saved." }), ["name"]);
  return (
    <Card>
      <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
        <Field label="Name" required error={form.errorOf("name")}>
          <Input name="name" defaultValue={name} maxLength={ACCOUNT_LIMITS.name} autoComplete="name" />
        </Field>
        <FormMessage>{form.message}</FormMessage>
        <div>
          <SubmitButton pending={form.pending} pendingLabel="Saving…">
            Save
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}
