"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { createOpener, useDialogSteps } from "@/components/ui/dialog-steps";
import { useToast } from "@/components/ui/toast-context";
import { InviteForm } from "./invite-form";
import { RevealLink } from "./reveal-link";
import { RoleForm } from "./role-form";
import type { InvitationLink, InvitationWay, MemberActions, NamedInvitation, NamedMember } from "./types";

type Step =
  | { kind: "invite" }
  | { kind: "reveal"; revealed: InvitationLink & { link: string } }
  | { kind: "role"; target: NamedMember }
  | { kind: "remove"; target: NamedMember }
  | { kind: "leave" }
  | { kind: "resend"; target: NamedInvitation }
  | { kind: "revoke"; target: NamedInvitation };

const [OpenContext, useOpen] = createOpener<Step>();

/** Opens one of the page's dialogs about people. */
export const useMemberDialog = useOpen;

type MemberDialogsProps = {
  actions: MemberActions;
  brandName: string;
  way: InvitationWay;
  /** Why this person may not make owners, if so. */
  ownerReason: string | null;
  children: ReactNode;
};

/** Holds the dialogs about people at one place that no change of the lists unmounts, and gives the focus back afterwards. */
export function MemberDialogs({ actions, brandName, way, ownerReason, children }: MemberDialogsProps) {
  const { step, open, show, close } = useDialogSteps<Step>();
  const toast = useToast();
  const router = useRouter();
  const reveal = ({ link, ...sent }: InvitationLink) => {
    if (link) return show({ kind: "reveal", revealed: { ...sent, link } });
    toast({
      tone: "success",
      title: `The invitation is on its way to ${sent.email}.`,
      description: way.readBy ? `This demo sends no mail: “${way.readBy}” prints it.` : undefined,
    });
    close();
  };

  const done = (title: string) => toast({ tone: "success", title });
  const closing = (next: boolean) => next || close();
  const question = (step: Step): ReactNode => {
    const asking = { open: true, onOpenChange: closing };
    switch (step.kind) {
      case "remove":
        return (
          <ConfirmDialog
            {...asking}
            title={`Remove ${step.target.name}?`}
            effect={`${step.target.name} no longer sees ${brandName}, and loses unpublished edits of it. What they published stays. They can be invited again.`}
            confirmLabel="Remove"
            act={() => actions.remove(step.target.userId)}
            onOk={() => done(`${step.target.name} is removed.`)}
          />
        );
      case "leave":
        return (
          <ConfirmDialog
            {...asking}
            title={`Leave ${brandName}?`}
            effect="You no longer see it, and your unpublished edits of it are gone. Only an owner or admin can invite you again."
            confirmLabel="Leave"
            act={actions.leave}
            onOk={() => {
              done(`You left ${brandName}.`);
              router.push("/");
            }}
          />
        );
      case "resend":
        return (
          <ConfirmDialog
            {...asking}
            title={way.byMail ? `Send ${step.target.email} a new link?` : `Make a new link for ${step.target.email}?`}
            effect="It works for seven days from now. The link before it stops working at once."
            confirmLabel={way.byMail ? "Send it" : "Make a new link"}
            tone="primary"
            act={() => actions.resend(step.target.id)}
            onOk={reveal}
          />
        );
      case "revoke":
        return (
          <ConfirmDialog
            {...asking}
            title={`Revoke the invitation of ${step.target.email}?`}
            effect="Its link lets nobody in any more. You can invite this email again."
            confirmLabel="Revoke"
            act={() => actions.revoke(step.target.id)}
            onOk={() => done("The invitation is revoked.")}
          />
        );
      default:
        return null;
    }
  };

  return (
    <OpenContext value={open}>
      {children}
      <Dialog
        open={step?.kind === "invite"}
        onOpenChange={closing}
        title="Invite to this brand"
        description={
          way.byMail
            ? "They get a mail with a link; it works for seven days."
            : "You get a link to hand over; it works for seven days."
        }
      >
        <InviteForm invite={actions.invite} ownerReason={ownerReason} byMail={way.byMail} onInvited={reveal} />
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
        onOpenChange={closing}
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
      {step ? question(step) : null}
    </OpenContext>
  );
}
