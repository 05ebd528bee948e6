"use client";

import { useState } from "react";
import { FormMessage } from "@/components/ui/form-message";
import { LinkButton } from "@/components/ui/link-button";
import { Notice } from "@/components/ui/notice";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormResult } from "@/components/ui/use-form-result";
import type { FormResult } from "@/lib/web/actions/form-result";

type LinkFormProps = {
  label: string;
  pendingLabel: string;
  act: () => Promise<FormResult>;
  /** What is said once it is done, and where it goes on. */
  done: { title: string; text: string; href: string; link: string };
};

/** Does what a mail's link is for once somebody presses: opening the link does nothing, since mail programs open links too. */
export function LinkForm({ label, pendingLabel, act, done }: LinkFormProps) {
  const [acted, setActed] = useState(false);
  const form = useFormResult(act, () => setActed(true));
  if (acted) {
    return (
      <div className="flex flex-col gap-4">
        <Notice tone="success" title={done.title}>
          {done.text}
        </Notice>
        <LinkButton href={done.href} variant="primary">
          {done.link}
        </LinkButton>
      </div>
    );
  }
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <SubmitButton pending={form.pending} pendingLabel={pendingLabel} className="w-full">
        {label}
      </SubmitButton>
    </form>
  );
}
