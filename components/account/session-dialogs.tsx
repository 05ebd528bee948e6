"use client";

import type { ReactNode } from "react";
import { useSignOut } from "@/components/shell/use-sign-out";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { createOpener, useDialogSteps } from "@/components/ui/dialog-steps";
import { useToast } from "@/components/ui/toast-context";
import { RevealToken } from "./reveal-token";
import { TokenForm } from "./token-form";
import type { RevealedToken, SessionActions } from "./types";

type Revoke = { kind: "revoke"; sid: string; label: string; token: boolean };
type Step = { kind: "issue" } | { kind: "reveal"; revealed: RevealedToken } | Revoke | { kind: "everywhere" };

const [OpenContext, useOpen] = createOpener<Step>();

/** Opens one of the account's dialogs about sessions. */
export const useSessionDialog = useOpen;

const revokeQuestion = ({ token, label }: Revoke) =>
  token
    ? {
        title: `Revoke “${label}”?`,
        effect: "Requests with this token fail at once and for good, and so do the federation tokens made from it.",
        confirmLabel: "Revoke token",
      }
    : {
        title: `Sign out ${label}?`,
        effect: "That browser has to sign in again with its next page.",
        confirmLabel: "Sign it out",
      };

type SessionDialogsProps = { actions: SessionActions; baseUrl: string; children: ReactNode };

/** Holds the dialogs about sessions at one place that no change of the lists unmounts, so that a token shown once stays. */
export function SessionDialogs({ actions, baseUrl, children }: SessionDialogsProps) {
  const { step, open, show, close } = useDialogSteps<Step>();
  const toast = useToast();
  const { signOut } = useSignOut();
  const revoked = ({ token, label }: Revoke) =>
    toast({ tone: "success", title: token ? `“${label}” is revoked.` : `${label} is signed out.` });
  const closing = (next: boolean) => next || close();
  return (
    <OpenContext value={open}>
      {children}
      <Dialog
        open={step?.kind === "issue"}
        onOpenChange={closing}
        title="Issue a session token"
        description="It acts as you over the API, in every brand of yours, for 30 days. It opens no page of the hub."
      >
        <TokenForm issue={actions.issueToken} onIssued={(revealed) => show({ kind: "reveal", revealed })} />
      </Dialog>
      <Dialog
        open={step?.kind === "reveal"}
        dismissible={false}
        size="md"
        title={step?.kind === "reveal" ? `Your token “${step.revealed.name}”` : ""}
      >
        {step?.kind === "reveal" ? <RevealToken revealed={step.revealed} baseUrl={baseUrl} onStored={close} /> : null}
      </Dialog>
      {step?.kind === "revoke" ? (
        <ConfirmDialog
          open
          onOpenChange={closing}
          {...revokeQuestion(step)}
          act={() => actions.revoke(step.sid)}
          onOk={() => revoked(step)}
        />
      ) : null}
      {step?.kind === "everywhere" ? (
        <ConfirmDialog
          open
          onOpenChange={closing}
          title="Sign out everywhere?"
          effect="Every browser has to sign in again, this one too, and every session token stops working."
          confirmLabel="Sign out everywhere"
          act={actions.revokeOthers}
          onOk={signOut}
        />
      ) : null}
    </OpenContext>
  );
}
