"use client";

import { type FormEvent, useState } from "react";
import { type Ended, reached } from "@/components/ui/reached";
import type { FormState } from "@/components/ui/use-form-result";
import type { FormResult } from "@/lib/web/actions/form-result";

type Asking = {
  prove: (form: FormData) => Promise<FormResult>;
  onProved: () => void;
  /** The session ended meanwhile: the sign-in page comes next. */
  onEnded: () => void;
  fields: readonly string[];
};

/**
 * Sends a form that proves who somebody is, and keeps what went wrong. No transition, unlike any other form: the action that waits for the
 * proof is one, and React shows the outcome of none before all of them have ended.
 */
export function useProofForm({ prove, onProved, onEnded, fields }: Asking): FormState {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Extract<Ended<void>, { status: "error" }> | null>(null);
  async function send(form: FormData) {
    setPending(true);
    // Within the event itself the action's own transition would count as the form's, and keep its buttons busy as long.
    await Promise.resolve();
    const result = await reached(() => prove(form)).catch(() => null);
    setPending(false);
    if (result === null) onEnded();
    else if (result.status === "ok") onProved();
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
