"use client";

import { type FormEvent, useState } from "react";
import { type Ended, reached } from "@/components/ui/reached";
import type { FormState } from "@/components/ui/use-form-result";
import type { FormResult } from "@/lib/web/actions/form-result";

type ReauthFormOptions = {
  verify: (form: FormData) => Promise<FormResult>;
  onVerified: () => void;
  /** Called if the session has ended, before the redirect to sign-in. */
  onEnded: () => void;
  fields: readonly string[];
};

/**
 * Sends a re-authentication form and keeps its error. Doesn't use a transition: the waiting action is one, and React
 * shows no result before all transitions have ended.
 */
export function useReauthForm({ verify, onVerified, onEnded, fields }: ReauthFormOptions): FormState {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Extract<Ended<void>, { status: "error" }> | null>(null);
  async function send(form: FormData) {
    setPending(true);
    // Leaves the event first: inside it, React would count the action's transition as this form's.
    await Promise.resolve();
    const result = await reached(() => verify(form)).catch(() => null);
    setPending(false);
    if (result === null) onEnded();
    else if (result.status === "ok") onVerified();
    else setProblem(result);
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (!pending) void send(new FormData(event.currentTarget));
  };
  const inPlace = problem?.field !== undefined && fields.includes(problem.field);
  return {
    onSubmit,
    pending,
    errorOf: (field) => (problem?.field === field ? problem.message : undefined),
    message: inPlace ? undefined : problem?.message,
  };
}
