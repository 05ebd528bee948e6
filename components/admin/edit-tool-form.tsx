"use client";

import { type FormEvent, useRef, useState } from "react";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { Input } from "@/components/ui/input";
import { SubmitButton } from "@/components/ui/submit-button";
import { useToast } from "@/components/ui/toast-context";
import { useFormResult } from "@/components/ui/use-form-result";
import { TOOL_LIMITS } from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";
import { type EditQuestion, editQuestions } from "./edit-questions";
import { TOOL_FIELDS, ToolFields, type ToolValues } from "./tool-fields";
import type { TryUrl } from "./try-url-button";

type EditToolFormProps = {
  tool: ToolValues;
  /** Whether a child app token of the tool works, made in the hub or set by the environment. */
  hasAppToken: boolean;
  save: (form: FormData) => Promise<FormResult<{ slug: string }>>;
  tryUrl: TryUrl;
};

/** Edits a registered tool, whose slug stays. What would stop something asks first. */
export function EditToolForm({ tool, hasAppToken, save, tryUrl }: EditToolFormProps) {
  const [asking, setAsking] = useState<EditQuestion[]>([]);
  const element = useRef<HTMLFormElement>(null);
  const agreed = useRef(false);
  const toast = useToast();
  const form = useFormResult(save, () => toast({ tone: "success", title: "Saved." }), TOOL_FIELDS);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const given = new FormData(event.currentTarget);
    const after = { status: String(given.get("status")), ownCredentialsOnly: given.has("ownCredentialsOnly") };
    const questions = agreed.current ? [] : editQuestions(tool, after, { hasAppToken });
    agreed.current = false;
    if (questions.length === 0) return form.onSubmit(event);
    event.preventDefault();
    setAsking(questions);
  };
  const [first] = asking;
  return (
    <Card>
      <ConfirmDialog
        open={first !== undefined}
        onOpenChange={(open) => {
          if (!open) setAsking([]);
        }}
        title={first?.title}
        effect={asking.map(({ title, effect }) => (
          <p key={title} className="not-first:mt-3">
            {effect}
          </p>
        ))}
        confirmLabel={first?.confirmLabel ?? ""}
        onOk={() => {
          agreed.current = true;
          element.current?.requestSubmit();
        }}
      />
      <form ref={element} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Name" required error={form.errorOf("name")}>
          <Input name="name" maxLength={TOOL_LIMITS.name} defaultValue={tool.name} autoComplete="off" />
        </Field>
        <ToolFields tool={tool} errorOf={form.errorOf} form={element} tryUrl={tryUrl} />
        <FormMessage>{form.message}</FormMessage>
        <div>
          <SubmitButton pending={form.pending} pendingLabel="Checking…">
            Save
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}
