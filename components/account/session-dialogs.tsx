"use client";

import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { useSignOut } from "@/components/shell/use-sign-out";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast-context";
import { RevealToken } from "./reveal-token";
import { TokenForm } from "./token-form";
import type { RevealedToken, SessionActions } from "./types";

type Step =
  | { kind: "issue" }
  | { kind: "reveal"; revealed: RevealedToken }
  | { kind: "revoke"; sid: string; label: string; token: boolean }
  | { kind: "everywhere" };

const OpenContext = createContext<((step: Step) => void) | null>(null);

/** Opens one of the account's dialogs about sessions. */
export function useSessionDialog(): (step: Step) => void {
  const open = useContext(OpenContext);
  if (!open) throw new Error("useSessionDialog needs SessionDialogs above it");
  return open;
}

type Question = { title: string; effect: string; confirmLabel: string };

function questionOf(step: Step): Question | null {
  if (step.kind === "everywhere") {
    return {
      title: "Sign out everywhere?",
      effect: "Every browser has to sign in again, this one too, and every session token stops working.",
      confirmLabel: "Sign out everywhere",
    };
  }
  if (step.kind !== "revoke") return null;
  return step.token
    ? {
        title: `Revoke “${step.label}”?`,
        effect: "Requests with this token fail at once and for good, and so do the federation tokens made from it.",
        confirmLabel: "Revoke token",
      }
    : {
        title: `Sign out ${step.label}?`,
        effect: "That browser has to sign in again with its next page.",
        confirmLabel: "Sign it out",
      };
}

type SessionDialogsProps = { actions: SessionActions; baseUrl: string; children: ReactNode };

/** Holds the dialogs about sessions at one place that no change of the lists unmounts, so that a token shown once stays. */
export function SessionDialogs({ actions, baseUrl, children }: SessionDialogsProps) {
  const [step, setStep] = useState<Step | null>(null);
  const opener = useRef<Element | null>(null);
  const toast = useToast();
  const { signOut } = useSignOut();
  const open = useCallback((next: Step) => {
    opener.current = document.activeElement;
    setStep(next);
  }, []);
  const close = useCallback(() => {
    setStep(null);
    requestAnimationFrame(() => {
      const back = opener.current?.isConnected ? opener.current : document.getElementById("content");
      if (back instanceof HTMLElement) back.focus();
    });
  }, []);
  const confirm = async () => {
    if (step?.kind === "everywhere") {
      const result = await actions.revokeOthers();
      if (result.status === "error") return { error: result.message };
      signOut();
      return undefined;
    }
    if (step?.kind !== "revoke") return undefined;
    const result = await actions.revoke(step.sid);
    if (result.status === "error") return { error: result.message };
    toast({ tone: "success", title: step.token ? `“${step.label}” is revoked.` : `${step.label} is signed out.` });
    return undefined;
  };
  const question = step && questionOf(step);
  return (
    <OpenContext value={open}>
      {children}
      <Dialog
        open={step?.kind === "issue"}
        onOpenChange={(next) => !next && close()}
        title="Issue a session token"
        description="It acts as you, in every brand of yours, for 30 days."
      >
        <TokenForm issue={actions.issueToken} onIssued={(revealed) => setStep({ kind: "reveal", revealed })} />
      </Dialog>
      <Dialog
        open={step?.kind === "reveal"}
        dismissible={false}
        size="md"
        title={step?.kind === "reveal" ? `Your token “${step.revealed.name}”` : ""}
      >
        {step?.kind === "reveal" ? <RevealToken revealed={step.revealed} baseUrl={baseUrl} onStored={close} /> : null}
      </Dialog>
      {question ? (
        <ConfirmDialog open onOpenChange={(next) => !next && close()} {...question} onConfirm={confirm} />
      ) : null}
    </OpenContext>
  );
}
