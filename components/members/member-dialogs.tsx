"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast-context";
import type { FormResult } from "@/lib/actions/form-result";
import { InviteForm } from "./invite-form";
import { RevealLink } from "./reveal-link";
import { RoleForm } from "./role-form";
import type { InvitationLink, MemberActions, NamedInvitation, NamedMember } from "./types";

type Step =
  | { kind: "invite" }
  | { kind: "reveal"; revealed: InvitationLink }
  | { kind: "role"; target: NamedMember }
  | { kind: "remove"; target: NamedMember }
  | { kind: "leave" }
  | { kind: "resend"; target: NamedInvitation }
  | { kind: "revoke"; target: NamedInvitation };

const OpenContext = createContext<((step: Step) => void) | null>(null);

/** Opens one of the page's dialogs about people. */
export function useMemberDialog(): (step: Step) => void {
  const open = useContext(OpenContext);
  if (!open) throw new Error("useMemberDialog needs MemberDialogs above it");
  return open;
}

type Question = { title: string; effect: string; confirmLabel: string; tone?: "primary" };

function questionOf(step: Step, brandName: string): Question | null {
  switch (step.kind) {
    case "remove":
      return {
        title: `Remove ${step.target.name}?`,
        effect: `${step.target.name} no longer sees ${brandName}, and loses unpublished edits of it. What they published stays. They can be invited again.`,
        confirmLabel: "Remove",
      };
    case "leave":
      return {
        title: `Leave ${brandName}?`,
        effect:
          "You no longer see it, and your unpublished edits of it are gone. Only an owner or admin can invite you again.",
        confirmLabel: "Leave",
      };
    case "resend":
      return {
        title: `Make a new link for ${step.target.email}?`,
        effect: "It works for seven days from now. The link before it stops working at once.",
        confirmLabel: "Make a new link",
        tone: "primary",
      };
    case "revoke":
      return {
        title: `Revoke the invitation of ${step.target.email}?`,
        effect: "Its link lets nobody in any more. You can invite the address again.",
        confirmLabel: "Revoke",
      };
    default:
      return null;
  }
}

type MemberDialogsProps = {
  actions: MemberActions;
  brandName: string;
  /** Why this person may not make owners, if so. */
  ownerReason: string | null;
  children: ReactNode;
};

/** Holds the dialogs about people at one place that no change of the lists unmounts, and gives the focus back afterwards. */
export function MemberDialogs({ actions, brandName, ownerReason, children }: MemberDialogsProps) {
  const [step, setStep] = useState<Step | null>(null);
  const opener = useRef<Element | null>(null);
  const toast = useToast();
  const router = useRouter();
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
  const reveal = (revealed: InvitationLink) => setStep({ kind: "reveal", revealed });

  const done = (result: FormResult, title: string) => {
    if (result.status === "error") return { error: result.message };
    toast({ tone: "success", title });
    return undefined;
  };
  const confirm = async () => {
    if (step?.kind === "remove")
      return done(await actions.remove(step.target.userId), `${step.target.name} is removed.`);
    if (step?.kind === "leave") {
      const failure = done(await actions.leave(), `You left ${brandName}.`);
      if (!failure) router.push("/");
      return failure;
    }
    if (step?.kind === "revoke") return done(await actions.revoke(step.target.id), "The invitation is revoked.");
    if (step?.kind !== "resend") return undefined;
    const result = await actions.resend(step.target.id);
    if (result.status === "error") return { error: result.message };
    // After the question has closed itself: the link stays until its person says so.
    if (result.status === "ok") setTimeout(() => reveal(result.data));
    return undefined;
  };

  const question = step && questionOf(step, brandName);
  return (
    <OpenContext value={open}>
      {children}
      <Dialog
        open={step?.kind === "invite"}
        onOpenChange={(next) => !next && close()}
        title="Invite to this brand"
        description="You get a link to hand over; it works for seven days."
      >
        <InviteForm invite={actions.invite} ownerReason={ownerReason} onInvited={reveal} />
      </Dialog>
      <Dialog
        open={step?.kind === "reveal"}
        dismissible={false}
        size="md"
        title={step?.kind === "reveal" ? `Invitation of ${step.revealed.email}` : ""}
      >
        {step?.kind === "reveal" ? <RevealLink revealed={step.revealed} onSent={close} /> : null}
      </Dialog>
      <Dialog
        open={step?.kind === "role"}
        onOpenChange={(next) => !next && close()}
        title={step?.kind === "role" ? `Role of ${step.target.name}` : ""}
      >
        {step?.kind === "role" ? (
          <RoleForm
            target={step.target}
            changeRole={actions.changeRole}
            ownerReason={ownerReason}
            onChanged={() => {
              toast({ tone: "success", title: `The role of ${step.target.name} is changed.` });
              close();
            }}
          />
        ) : null}
      </Dialog>
      {question ? (
        <ConfirmDialog open onOpenChange={(next) => !next && close()} {...question} onConfirm={confirm} />
      ) : null}
    </OpenContext>
  );
}
