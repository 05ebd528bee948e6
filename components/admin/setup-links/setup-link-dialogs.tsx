"use client";

import { Link } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { createOpener, Dialog, DialogForm, useDialogSteps } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { useFormResult } from "@/components/ui/form";
import { Moment } from "@/components/ui/moment";
import { RevealOnce } from "@/components/ui/reveal-once";
import { RowButton } from "@/components/ui/row-button";
import { Select } from "@/components/ui/select";
import { DEFAULT_HOURS, MAX_SETUP_LINK_NAME_LENGTH } from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";

export function RevealLink({ made, onStored }: { made: MadeLink; onStored: () => void }) {
  return (
    <RevealOnce
      advice="Send this link to the tool’s operator over a private channel. If anyone else opens it, revoke the link and the credentials."
      gone="You can only see a link once. Revoke it and create a new one."
      onStored={onStored}
    >
      <CodeBlock code={made.url} label="Setup link" />
      <p className="text-muted">
        Works once. Expires <Moment value={made.expiresAt} className="font-medium text-ink" />.
      </p>
    </RevealOnce>
  );
}

export type MadeLink = { name: string; url: string; expiresAt: Date };

export type SetupLinkActions = {
  make: (form: FormData) => Promise<FormResult<MadeLink>>;
  withdraw: (linkId: string) => Promise<FormResult>;
};

type NamedLink = { id: string; name: string; used: boolean };

const HOURS = [
  { value: "1", label: "In 1 hour" },
  { value: "24", label: "In 24 hours" },
  { value: "72", label: "In 3 days" },
  { value: "168", label: "In 7 days" },
  { value: "336", label: "In 14 days" },
];

function MakeLinkForm({ make, onMade }: { make: SetupLinkActions["make"]; onMade: (made: MadeLink) => void }) {
  const form = useFormResult(make, onMade, ["name", "hours"]);
  return (
    <DialogForm form={form} submitLabel="Create link" pendingLabel="Creating…">
      <Field
        label="Recipient"
        required
        hint="For example “Print Room operations”. The recipient sees it, and the credentials get this name."
        error={form.errorOf("name")}
      >
        <Input name="name" maxLength={MAX_SETUP_LINK_NAME_LENGTH} autoComplete="off" />
      </Field>
      <Field
        label="Expires"
        hint="The link and its setup page. The credentials don’t expire."
        error={form.errorOf("hours")}
      >
        <Select name="hours" options={HOURS} defaultValue={String(DEFAULT_HOURS)} />
      </Field>
    </DialogForm>
  );
}

type Step = { kind: "make" } | { kind: "made"; made: MadeLink } | { kind: "withdraw"; link: NamedLink };

const FIRST = "The link issues the tool’s credentials and shows them once, to the first person who presses its button.";
const MORE = `${FIRST} Existing credentials keep working. At most two of each can be active.`;

const [OpenContext, useOpen] = createOpener<Step>();

type SetupLinkDialogsProps = {
  toolName: string;
  hasCredentials: boolean;
  actions: SetupLinkActions;
  children: ReactNode;
};

/** Holds the link dialogs above the list, so that a list update doesn't unmount a link that is shown once. */
export function SetupLinkDialogs({ toolName, hasCredentials, actions, children }: SetupLinkDialogsProps) {
  const { step, open, show, close, onOpenChange } = useDialogSteps<Step>();
  const made = step?.kind === "made" ? step.made : null;
  return (
    <OpenContext value={open}>
      {children}
      <Dialog
        title={made ? `Setup link for “${made.name}”` : `Create setup link for ${toolName}`}
        description={made ? undefined : hasCredentials ? MORE : FIRST}
        size={made ? "md" : "sm"}
        dismissible={!made}
        open={step !== null && step.kind !== "withdraw"}
        onOpenChange={onOpenChange}
      >
        {step?.kind === "make" ? (
          <MakeLinkForm make={actions.make} onMade={(link) => show({ kind: "made", made: link })} />
        ) : null}
        {made ? <RevealLink made={made} onStored={close} /> : null}
      </Dialog>
      {step?.kind === "withdraw" ? (
        <ConfirmDialog
          open
          onOpenChange={onOpenChange}
          title={`Revoke the link for “${step.link.name}”?`}
          effect={
            step.link.used
              ? "This closes the setup page. Its credentials keep working until you revoke them under Credentials."
              : "The link stops working."
          }
          confirmLabel="Revoke link"
          act={() => actions.withdraw(step.link.id)}
          onOk={`Link for “${step.link.name}” revoked`}
        />
      ) : null}
    </OpenContext>
  );
}

export function MakeLinkButton() {
  const open = useOpen();
  return (
    <Button icon={<Link />} onClick={() => open({ kind: "make" })}>
      Create setup link
    </Button>
  );
}

export function WithdrawButton({ link }: { link: NamedLink }) {
  const open = useOpen();
  return <RowButton verb="Revoke" of={`link for ${link.name}`} onClick={() => open({ kind: "withdraw", link })} />;
}
