"use client";

import { Link } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { createOpener, Dialog, DialogForm, useDialogSteps } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast-context";
import { useFormResult } from "@/components/ui/use-form-result";
import { DEFAULT_HOURS, MAX_HAND_OVER_NAME_LENGTH } from "@/lib/integrations";
import { RevealLink } from "./reveal-link";
import type { HandOverActions, MadeLink, NamedLink } from "./types";

const HOURS = [
  { value: "1", label: "In an hour" },
  { value: "24", label: "In a day" },
  { value: "72", label: "In 3 days" },
  { value: "168", label: "In a week" },
  { value: "336", label: "In 2 weeks" },
];

type MakeLinkFormProps = { make: HandOverActions["make"]; onMade: (made: MadeLink) => void };

function MakeLinkForm({ make, onMade }: MakeLinkFormProps) {
  const form = useFormResult(make, onMade, ["name", "hours"]);
  return (
    <DialogForm form={form} submitLabel="Make the link" pendingLabel="Making…">
      <Field
        label="For whom"
        required
        hint="Who gets the link: “Print Room, operations”. They see it, and the credentials are named so."
        error={form.errorOf("name")}
      >
        <Input name="name" maxLength={MAX_HAND_OVER_NAME_LENGTH} autoComplete="off" />
      </Field>
      <Field
        label="Ends"
        hint="The link, and the set-up page behind it. The credentials do not."
        error={form.errorOf("hours")}
      >
        <Select name="hours" options={HOURS} defaultValue={String(DEFAULT_HOURS)} />
      </Field>
    </DialogForm>
  );
}

type Step = { kind: "make" } | { kind: "made"; made: MadeLink } | { kind: "withdraw"; link: NamedLink };

const FIRST = "By a link that makes the tool’s credentials and shows them once, to whoever presses its button first.";
const BESIDE = `${FIRST} They come beside those that it has. Two of each may be in force: revoke the old ones to be able to rotate.`;

const [OpenContext, useOpen] = createOpener<Step>();

type HandOverDialogsProps = {
  toolName: string;
  hasCredentials: boolean;
  actions: HandOverActions;
  children: ReactNode;
};

/** Holds the dialogs about links above the list of them, so that a link shown once stays until its person says so. */
export function HandOverDialogs({ toolName, hasCredentials, actions, children }: HandOverDialogsProps) {
  const { step, open, show, close } = useDialogSteps<Step>();
  const toast = useToast();
  const made = step?.kind === "made" ? step.made : null;
  return (
    <OpenContext value={open}>
      {children}
      <Dialog
        title={made ? `The link for “${made.name}”` : `Hand ${toolName} over`}
        description={made ? undefined : hasCredentials ? BESIDE : FIRST}
        size={made ? "md" : "sm"}
        dismissible={!made}
        open={step !== null && step.kind !== "withdraw"}
        onOpenChange={(next) => {
          if (!next && !made) close();
        }}
      >
        {step?.kind === "make" ? (
          <MakeLinkForm make={actions.make} onMade={(link) => show({ kind: "made", made: link })} />
        ) : null}
        {made ? <RevealLink made={made} onStored={close} /> : null}
      </Dialog>
      {step?.kind === "withdraw" ? (
        <ConfirmDialog
          open
          onOpenChange={(next) => {
            if (!next) close();
          }}
          title={`Withdraw the link for “${step.link.name}”?`}
          effect={
            step.link.used
              ? "The set-up page behind it closes. The credentials that it showed go on working: revoke those under Credentials if they must not."
              : "It shows nothing any more, whoever has it."
          }
          confirmLabel="Withdraw"
          act={() => actions.withdraw(step.link.id)}
          onOk={() => toast({ tone: "success", title: `The link for “${step.link.name}” is withdrawn` })}
        />
      ) : null}
    </OpenContext>
  );
}

export function MakeLinkButton() {
  const open = useOpen();
  return (
    <Button icon={<Link />} onClick={() => open({ kind: "make" })}>
      Make a hand-over link
    </Button>
  );
}

export function WithdrawButton({ link }: { link: NamedLink }) {
  const open = useOpen();
  return (
    <Button
      size="sm"
      aria-label={`Withdraw the link for ${link.name}`}
      onClick={() => open({ kind: "withdraw", link })}
    >
      Withdraw
    </Button>
  );
}
