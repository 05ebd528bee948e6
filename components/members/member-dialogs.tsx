"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { createOpener, Dialog, DialogFooter, DialogForm, useDialogSteps } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Moment } from "@/components/ui/moment";
import { Notice } from "@/components/ui/notice";
import { RadioGroup } from "@/components/ui/radio-group";
import { useToast } from "@/components/ui/toast-context";
import { useFormResult } from "@/components/ui/use-form-result";
import { ACCOUNT_LIMITS } from "@/lib/access";
import { ROLES, type Role } from "@/lib/contract";
import { ROLE_LABEL } from "./roles";
import type { InvitationLink, InvitationWay, MemberActions, NamedInvitation, NamedMember } from "./types";

const MAY: Record<Role, string> = {
  owner: "Everything, also handing the brand on, archiving it and making owners.",
  admin: "Editing, locking colours, and running keys, tools, members and settings.",
  editor: "Editing and publishing identity, palette, logos and assets.",
  viewer: "Seeing everything, changing nothing.",
};

type RoleChoiceProps = {
  defaultValue: Role;
  /** Why this person may not make owners, if so. */
  ownerReason: string | null;
};

function RoleChoice({ defaultValue, ownerReason }: RoleChoiceProps) {
  const options = ROLES.map((role) => ({
    value: role,
    label: ROLE_LABEL[role],
    hint: MAY[role],
    disabledReason: role === "owner" ? ownerReason : null,
  }));
  return <RadioGroup legend="Role" name="role" options={options} defaultValue={defaultValue} />;
}

type RoleFormProps = {
  target: NamedMember;
  changeRole: MemberActions["changeRole"];
  ownerReason: string | null;
  onChanged: () => void;
};

/** Gives a member another role; with one's own it says what that may cost. */
function RoleForm({ target, changeRole, ownerReason, onChanged }: RoleFormProps) {
  const form = useFormResult((data) => changeRole(target.userId, data), onChanged);
  return (
    <DialogForm form={form} submitLabel="Change role" pendingLabel="Changing…">
      {target.self ? (
        <Notice tone="warning">
          This is you. What a lesser role may not do, somebody else has to give back to you.
        </Notice>
      ) : null}
      <RoleChoice defaultValue={target.role} ownerReason={ownerReason} />
    </DialogForm>
  );
}

type RevealLinkProps = { revealed: InvitationLink & { link: string }; onSent: () => void };

/** The link of an invitation, to hand over; the hub cannot show it again, but it can make a new one. */
function RevealLink({ revealed, onSent }: RevealLinkProps) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" title="This hub sends no mail">
        Copy the link and send it to {revealed.email} yourself. It is shown this once; a new link can be made at any
        time and ends this one. Who joins by it has not proved that the email is theirs.
      </Notice>
      <CodeBlock code={revealed.link} label="Invitation link" />
      <p className="text-muted">
        It works until <Moment value={revealed.expiresAt} className="font-medium text-ink" />, once, and for this email
        alone.
      </p>
      <DialogFooter>
        <Button variant="primary" onClick={onSent}>
          I have copied it
        </Button>
      </DialogFooter>
    </div>
  );
}

type InviteFormProps = {
  invite: MemberActions["invite"];
  ownerReason: string | null;
  byMail: boolean;
  onInvited: (invited: InvitationLink) => void;
};

function InviteForm({ invite, ownerReason, byMail, onInvited }: InviteFormProps) {
  const form = useFormResult(invite, onInvited, ["email"]);
  return (
    <DialogForm form={form} submitLabel={byMail ? "Send the invitation" : "Make the link"} pendingLabel="Inviting…">
      <Field label="Email" required hint="Only who signs in with it can accept." error={form.errorOf("email")}>
        <Input name="email" type="email" autoComplete="off" maxLength={ACCOUNT_LIMITS.email} />
      </Field>
      <RoleChoice defaultValue="editor" ownerReason={ownerReason} />
    </DialogForm>
  );
}

type Step =
  | { kind: "invite" }
  | { kind: "reveal"; revealed: InvitationLink & { link: string } }
  | { kind: "role"; target: NamedMember }
  | { kind: "remove"; target: NamedMember }
  | { kind: "leave" }
  | { kind: "resend"; target: NamedInvitation }
  | { kind: "revoke"; target: NamedInvitation };

const [OpenContext, useOpen] = createOpener<Step>();

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
