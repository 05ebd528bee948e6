"use client";

import { createContext, type ReactNode, useContext, useId, useMemo } from "react";
import { Notice } from "./empty-state";
import { VisuallyHidden } from "./text";

type Scope = { reason: string; reasonId: string };
const ScopeContext = createContext<Scope | null>(null);

type DisabledScopeProps = { reason?: string | null; quiet?: boolean; className?: string; children: ReactNode };

/**
 * Makes all form controls inside read-only and shows the reason once. Without a reason it changes nothing. `quiet`
 * hides the sentence if the page already shows it. Plain buttons and links still work.
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

/** Returns the reason and its element's ID inside an active DisabledScope, else null. */
export function useDisabledScope(): Scope | null {
  return useContext(ScopeContext);
}
