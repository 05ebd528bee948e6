"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { useDialogAddress } from "@/components/draft/use-dialog-address";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { ConfirmDialog, type ConfirmDialogProps } from "@/components/ui/confirm-dialog";
import { ActionForm, createOpener, Dialog, DialogFooter, useDialogSteps } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/empty-state";
import { Field, Input } from "@/components/ui/field";
import { Moment } from "@/components/ui/moment";
import { RadioGroup } from "@/components/ui/radio-group";
import { useToast } from "@/components/ui/toast-context";
import { ACCOUNT_LIMITS } from "@/lib/access";
import { ROLES, type Role } from "@/lib/contract";
import {
  type InvitationLink,
  type InvitationWay,
  type MemberActions,
  type NamedInvitation,
  type NamedMember,
  ROLE_LABEL,
} from "./roles";

const MAY: Record<Role, string> = {
  owner: "Full control, including ownership, archiving and other owners.",
  admin: "Can edit, lock colours, and manage keys, tools, members and settings.",
  editor: "Can edit and publish identity, palette, logos and assets.",
  viewer: "Can view everything.",
};

function RoleChoice({ defaultValue, ownerReason }: { defaultValue: Role; ownerReason: string | null }) {
  const options = ROLES.map((role) => ({
    value: role,
    label: ROLE_LABEL[role],
    hint: MAY[role],
    disabledReason: role === "owner" ? ownerReason : null,
  }));
  return <RadioGroup legend="Role" name="role" options={options} defaultValue={defaultValue} />;
}

function RevealLink({ revealed, onSent }: { revealed: InvitationLink & { link: string }; onSent: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" title="This hub sends no mail">
        Copy the link and send it to {revealed.email}. It is shown once. Creating a new link replaces it. The hub can’t
        confirm the email of someone who joins this way.
      </Notice>
      <CodeBlock code={revealed.link} label="Invitation link" />
      <p className="text-muted">
        Expires on <Moment value={revealed.expiresAt} precision="day" className="font-medium text-ink" />. It works
        once, and only for this email.
      </p>
      <DialogFooter>
        <Button variant="primary" onClick={onSent}>
          I’ve copied it
        </Button>
      </DialogFooter>
    </div>
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

const ADDRESSED = ["invite"] as const;

type MemberDialogsProps = {
  actions: MemberActions;
  brandName: string;
  way: InvitationWay;
  canManage: boolean;
  ownerReason: string | null;
  invitationsHref: string;
  children: ReactNode;
};

/** Holds the dialogs outside the lists, so that a list update doesn't unmount them. */
export function MemberDialogs(props: MemberDialogsProps) {
  const { actions, brandName, way, canManage, ownerReason, invitationsHref, children } = props;
  const { step, open, show, close, onOpenChange } = useDialogSteps<Step>();
  useDialogAddress(ADDRESSED, () => {
    if (canManage) open({ kind: "invite" });
    return false;
  });
  const toast = useToast();
  const router = useRouter();
  const reveal = ({ link, ...sent }: InvitationLink) => {
    router.push(invitationsHref, { scroll: false });
    if (link) return show({ kind: "reveal", revealed: { ...sent, link } });
    toast({
      tone: "success",
      title: `Invitation sent to ${sent.email}`,
      description: way.readBy ? `This demo sends no mail. Run “${way.readBy}” to read it.` : undefined,
    });
    close();
  };

  const ask = <Data,>(asked: ConfirmDialogProps<Data>) => <ConfirmDialog {...asked} open onOpenChange={onOpenChange} />;
  const question = (step: Step): ReactNode => {
    switch (step.kind) {
      case "remove":
        return ask({
          title: `Remove ${step.target.name}?`,
          effect: `${step.target.name} loses access to ${brandName} and their unpublished edits. What they published stays. You can invite them again.`,
          confirmLabel: "Remove member",
          act: () => actions.remove(step.target.userId),
          onOk: `${step.target.name} removed`,
        });
      case "leave":
        return ask({
          title: `Leave ${brandName}?`,
          effect: "You lose access and your unpublished edits. Only an owner or admin can invite you again.",
          confirmLabel: "Leave brand",
          act: actions.leave,
          onOk: () => {
            router.push("/");
            return `You left ${brandName}`;
          },
        });
      case "resend":
        return ask({
          title: `Resend the invitation to ${step.target.email}?`,
          effect: "This creates a new link, which expires in 7 days. The old link stops working immediately.",
          confirmLabel: way.byMail ? "Resend invitation" : "Create link",
          tone: "primary",
          act: () => actions.resend(step.target.id),
          onOk: reveal,
        });
      case "revoke":
        return ask({
          title: `Revoke the invitation to ${step.target.email}?`,
          effect: "Its link stops working. You can invite this email again.",
          confirmLabel: "Revoke invitation",
          act: () => actions.revoke(step.target.id),
          onOk: "Invitation revoked",
        });
      default:
        return null;
    }
  };

  return (
    <OpenContext value={open}>
      {children}
      <Dialog
        open={step?.kind === "invite"}
        onOpenChange={onOpenChange}
        title="Invite member"
        description={
          way.byMail ? "We email a link that expires in 7 days." : "You get a link to pass on. It expires in 7 days."
        }
      >
        <ActionForm
          act={actions.invite}
          onOk={reveal}
          fields={["email"]}
          submitLabel={way.byMail ? "Send invitation" : "Create link"}
          pendingLabel="Inviting…"
        >
          {(errorOf) => (
            <>
              <Field label="Email" required hint="Only this email can accept the invitation." error={errorOf("email")}>
                <Input name="email" type="email" autoComplete="off" maxLength={ACCOUNT_LIMITS.email} />
              </Field>
              <RoleChoice defaultValue="editor" ownerReason={ownerReason} />
            </>
          )}
        </ActionForm>
      </Dialog>
      <Dialog
        open={step?.kind === "reveal"}
        dismissible={false}
        size="md"
        title={step?.kind === "reveal" ? `Invitation for ${step.revealed.email}` : ""}
      >
        {step?.kind === "reveal" ? <RevealLink revealed={step.revealed} onSent={close} /> : null}
      </Dialog>
      <Dialog
        open={step?.kind === "role"}
        onOpenChange={onOpenChange}
        title={step?.kind === "role" ? `Role of ${step.target.name}` : ""}
      >
        {step?.kind === "role" ? (
          <ActionForm
            act={(form) => actions.changeRole(step.target.userId, form)}
            onOk={() => {
              close();
              return `Role of ${step.target.name} changed`;
            }}
            submitLabel="Change role"
            pendingLabel="Changing…"
          >
            {step.target.self ? (
              <Notice tone="warning">
                This is your own role. If you lower it, somebody else has to raise it again.
              </Notice>
            ) : null}
            <RoleChoice defaultValue={step.target.role} ownerReason={ownerReason} />
          </ActionForm>
        ) : null}
      </Dialog>
      {step ? question(step) : null}
    </OpenContext>
  );
}
