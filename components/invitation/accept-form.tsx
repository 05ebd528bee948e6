"use client";

import { FormMessage } from "@/components/ui/form-message";
import { LinkButton } from "@/components/ui/link-button";
import { SubmitButton } from "@/components/ui/submit-button";
import { useFormResult } from "@/components/ui/use-form-result";
import type { FormResult } from "@/lib/web/actions/form-result";

type AcceptFormProps = { name: string; email: string; accept: () => Promise<FormResult> };

/** Joining with the account one is signed in with; it leads to the brand. */
export function AcceptForm({ name, email, accept }: AcceptFormProps) {
  const form = useFormResult(accept, () => undefined);
  return (
    <form onSubmit={form.onSubmit} className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      <p className="text-muted">
        You are signed in as <strong className="font-medium text-ink">{name}</strong> ({email}).
      </p>
      <div className="flex flex-col gap-2">
        <SubmitButton pending={form.pending} pendingLabel="Joining…">
          Accept and join
        </SubmitButton>
        <LinkButton href="/" variant="ghost">
          Not now
        </LinkButton>
      </div>
    </form>
  );
}
