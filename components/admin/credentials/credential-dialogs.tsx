"use client";

import type { ReactNode } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { createOpener, Dialog, DialogForm, useDialogSteps } from "@/components/ui/dialog";
import { ExpiryFields } from "@/components/ui/expiry-fields";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast-context";
import { useFormResult } from "@/components/ui/use-form-result";
import {
  CREDENTIAL_KIND_LABEL,
  MAX_CREDENTIAL_NAME_LENGTH,
  MAX_OVERLAP_HOURS,
  type ToolCredentialKind,
} from "@/lib/integrations";
import { RevealCredentials } from "./reveal-credentials";
import type { CredentialActions, CredentialTool, NamedCredential, RevealedCredential } from "./types";

type RotateCredentialFormProps = {
  target: NamedCredential;
  rotate: CredentialActions["rotate"];
  onRotated: (revealed: RevealedCredential) => void;
};

function RotateCredentialForm({ target, rotate, onRotated }: RotateCredentialFormProps) {
  const form = useFormResult((data) => rotate(target.id, data), onRotated, ["overlapHours"]);
  return (
    <DialogForm form={form} submitLabel="Rotate" pendingLabel="Rotating…">
      <Field
        label="The old one works on for so many hours"
        required
        hint={`Then it ends by itself. 0 ends it now, for one that leaked; at most ${MAX_OVERLAP_HOURS}, which is 30 days.`}
        error={form.errorOf("overlapHours")}
      >
        <Input name="overlapHours" inputMode="numeric" defaultValue="24" autoComplete="off" />
      </Field>
    </DialogForm>
  );
}

const EXPIRIES = [
  { value: "never", label: "Never: it is rotated by hand" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "date", label: "On a day of your choice" },
];

type IssueCredentialFormProps = {
  kind: ToolCredentialKind;
  issue: CredentialActions["issue"];
  onIssued: (revealed: RevealedCredential) => void;
};

function IssueCredentialForm({ kind, issue, onIssued }: IssueCredentialFormProps) {
  const form = useFormResult((data) => issue(kind, data), onIssued, ["name", "date"]);
  return (
    <DialogForm form={form} submitLabel="Make it" pendingLabel="Making…">
      <Field label="Name" required hint="Where it is used: “Production”, “Staging”." error={form.errorOf("name")}>
        <Input name="name" defaultValue="Production" maxLength={MAX_CREDENTIAL_NAME_LENGTH} autoComplete="off" />
      </Field>
      <ExpiryFields label="Ends" options={EXPIRIES} initial="never" dateError={form.errorOf("date")} />
    </DialogForm>
  );
}

type Step =
  | { kind: "issue"; of: ToolCredentialKind }
  | { kind: "rotate"; target: NamedCredential }
  | { kind: "revoke"; target: NamedCredential }
  | { kind: "reveal"; revealed: RevealedCredential };

const [OpenContext, useOpen] = createOpener<Step>();

export const useCredentialDialog = useOpen;

const whatOf = (kind: ToolCredentialKind) => CREDENTIAL_KIND_LABEL[kind].toLowerCase();

const MEANING: Record<ToolCredentialKind, string> = {
  app_token: "The tool calls the hub with it, from its back end alone.",
  signing_secret: "The hub signs with it what it sends to the tool, from the next delivery on.",
};

const AFTER_REVOKING: Record<ToolCredentialKind, string> = {
  app_token: "Every request with it fails at once and for good, whichever process of the hub gets it.",
  signing_secret:
    "The hub signs nothing more with it and forgets it. A tool that knows no other secret refuses what it is sent; without any, deliveries wait.",
};

function titleOf(step: Step, tool: CredentialTool): { title: string; description?: string } {
  switch (step.kind) {
    case "issue":
      return { title: `New ${whatOf(step.of)} of ${tool.name}`, description: MEANING[step.of] };
    case "rotate":
      return {
        title: `Rotate “${step.target.name}”`,
        description: `A new ${whatOf(step.target.kind)} of the same name takes the place of ${step.target.form}.`,
      };
    case "reveal":
      return { title: `${CREDENTIAL_KIND_LABEL[step.revealed.kind]} “${step.revealed.name}”` };
    case "revoke":
      return { title: "" };
  }
}

type CredentialDialogsProps = {
  tool: CredentialTool;
  actions: CredentialActions;
  baseUrl: string;
  children: ReactNode;
};

/** Holds the dialogs about a tool's credentials where no change of the list unmounts them, so that one shown once stays until its person says so. */
export function CredentialDialogs({ tool, actions, baseUrl, children }: CredentialDialogsProps) {
  const { step, open, show, close } = useDialogSteps<Step>();
  const toast = useToast();
  const reveal = (revealed: RevealedCredential) => show({ kind: "reveal", revealed });
  const revealing = step?.kind === "reveal";
  return (
    <OpenContext value={open}>
      {children}
      <Dialog
        {...titleOf(step ?? { kind: "issue", of: "app_token" }, tool)}
        size={revealing ? "md" : "sm"}
        dismissible={!revealing}
        open={step !== null && step.kind !== "revoke"}
        onOpenChange={(next) => {
          if (!next && !revealing) close();
        }}
      >
        {step?.kind === "issue" ? <IssueCredentialForm kind={step.of} issue={actions.issue} onIssued={reveal} /> : null}
        {step?.kind === "rotate" ? (
          <RotateCredentialForm target={step.target} rotate={actions.rotate} onRotated={reveal} />
        ) : null}
        {revealing ? (
          <RevealCredentials revealed={[step.revealed]} tool={tool} baseUrl={baseUrl} onStored={close} />
        ) : null}
      </Dialog>
      {step?.kind === "revoke" ? (
        <ConfirmDialog
          open
          onOpenChange={(next) => {
            if (!next) close();
          }}
          title={`Revoke “${step.target.name}”?`}
          effect={`${AFTER_REVOKING[step.target.kind]} It is ${step.target.form}.`}
          confirmLabel="Revoke"
          typedConfirmation={step.target.name}
          act={() => actions.revoke(step.target.id)}
          onOk={() => toast({ tone: "success", title: `“${step.target.name}” is revoked` })}
        />
      ) : null}
    </OpenContext>
  );
}
