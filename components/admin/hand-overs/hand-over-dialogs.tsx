"use client";

import { Link } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { createOpener, useDialogSteps } from "@/components/ui/dialog-steps";
import { Moment } from "@/components/ui/moment";
import { RevealOnce } from "@/components/ui/reveal-once";
import { useToast } from "@/components/ui/toast-context";
import { MakeLinkForm } from "./make-link-form";
import type { HandOverActions, MadeLink, NamedLink } from "./types";

type Step = { kind: "make" } | { kind: "made"; made: MadeLink } | { kind: "withdraw"; link: NamedLink };

const [OpenContext, useOpen] = createOpener<Step>();

type HandOverDialogsProps = { toolName: string; actions: HandOverActions; children: ReactNode };

/** Holds the dialogs about links above the list of them, so that a link shown once stays until its person says so. */
export function HandOverDialogs({ toolName, actions, children }: HandOverDialogsProps) {
  const { step, open, show, close } = useDialogSteps<Step>();
  const toast = useToast();
  const made = step?.kind === "made" ? step.made : null;
  return (
    <OpenContext value={open}>
      {children}
      <Dialog
        title={made ? `The link for “${made.name}”` : `Hand ${toolName} over`}
        description={
          made ? undefined : "By a link that shows the tool’s credentials once, to whoever presses its button first."
        }
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
        {made ? (
          <RevealOnce
            advice="Send it to the tool’s operator where only they read. The list says when it was opened and used; if that was somebody else, withdraw it and revoke the credentials."
            gone="You left this page, so the link is no longer shown. Withdraw it and make another."
            onStored={close}
          >
            <CodeBlock code={made.url} label="Hand-over link" />
            <p className="text-muted">
              It works once, until <Moment value={made.expiresAt} className="font-medium text-ink" />.
            </p>
          </RevealOnce>
        ) : null}
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

/** Opens the form for a new link. */
export function MakeLinkButton() {
  const open = useOpen();
  return (
    <Button icon={<Link />} onClick={() => open({ kind: "make" })}>
      Make a hand-over link
    </Button>
  );
}

/** Asks whether a link is to be withdrawn. */
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
