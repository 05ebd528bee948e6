"use client";

import { createContext, type ReactNode, useContext, useId, useMemo } from "react";
import { Notice } from "./notice";
import { VisuallyHidden } from "./text";

type Scope = { reason: string; reasonId: string };
const ScopeContext = createContext<Scope | null>(null);

type DisabledScopeProps = { reason?: string | null; quiet?: boolean; className?: string; children: ReactNode };

/**
 * Turns every form control inside it (inputs, switches, SubmitButton, …) read-only for one stated reason, shown once above them and
 * linked to each. Without a reason it changes nothing. `quiet` hides the sentence from sight when the page already shows it.
 * Plain buttons and links inside go on working.
 */
export function DisabledScope({ reason, quiet = false, className, children }: DisabledScopeProps) {
  const reasonId = useId();
  const scope = useMemo(() => (reason ? { reason, reasonId } : null), [reason, reasonId]);
  return (
    <ScopeContext value={scope}>
      {reason && quiet ? <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden> : null}
      {reason && !quiet ? (
        <Notice id={reasonId} locked className={className}>
          {reason}
        </Notice>
      ) : null}
      {children}
    </ScopeContext>
  );
}

/** The reason and its element's id when the control stands in an active DisabledScope, else null. */
export function useDisabledScope(): Scope | null {
  return useContext(ScopeContext);
}
