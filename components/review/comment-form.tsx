"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { SubmitButton } from "@/components/ui/submit-button";
import { Textarea } from "@/components/ui/textarea";
import { useFormResult } from "@/components/ui/use-form-result";
import type { FormResult } from "@/lib/actions/form-result";
import { MAX_COMMENT_LENGTH } from "@/lib/reviews";
import { useWriting } from "./writing";

type CommentFormProps = {
  label: string;
  initial?: string;
  submitLabel: string;
  send: (text: string) => Promise<FormResult>;
  onDone: () => void;
};

/** One comment being written or edited. */
export function CommentForm({ label, initial = "", submitLabel, send, onDone }: CommentFormProps) {
  const [text, setText] = useState(initial);
  useWriting();
  const { onSubmit, pending, errorOf, message } = useFormResult(() => send(text), () => {
    setText("");
    onDone();
  }, ["text"]);
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-2">
      <Field
        label={label}
        error={errorOf("text")}
        aside={text.length > MAX_COMMENT_LENGTH - 200 ? `${text.length} of ${MAX_COMMENT_LENGTH}` : undefined}
      >
        <Textarea
          dir="auto"
          rows={2}
          autoFocus
          maxLength={MAX_COMMENT_LENGTH}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <FormMessage>{message}</FormMessage>
      <div className="flex gap-2">
        <SubmitButton size="sm" pending={pending} pendingLabel="Saving…">
          {submitLabel}
        </SubmitButton>
        <Button size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
