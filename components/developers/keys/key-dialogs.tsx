"use client";

import type { ReactNode } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { createOpener, useDialogSteps } from "@/components/ui/dialog-steps";
import { useToast } from "@/components/ui/toast-context";
import { IssueKeyForm } from "./issue-key-form";
import { KeyBudgetForm } from "./key-budget-form";
import { RevealKey } from "./reveal-key";
import { RotateKeyForm } from "./rotate-key-form";
import type { BudgetTarget, KeyActions, KeyBudgets, NamedKey, RevealedKey } from "./types";

type Step =
  | { kind: "issue" }
  | { kind: "rotate"; target: NamedKey }
  | { kind: "revoke"; target: NamedKey }
  | { kind: "budget"; target: BudgetTarget }
  | { kind: "reveal"; revealed: RevealedKey };

const [OpenContext, useOpen] = createOpener<Step>();

/** Opens one of the page's dialogs about keys. */
export const useKeyDialog = useOpen;

function titleOf(step: Step): { title: string; description?: string } {
  switch (step.kind) {
    case "issue":
      return { title: "Issue an API key", description: "It works for this brand, and for no other." };
    case "rotate":
      return {
        title: `Rotate “${step.target.name}”`,
        description: `A new key of the same name takes the place of ${step.target.form}.`,
      };
    case "budget":
      return {
        title: `Budget of “${step.target.name}”`,
        description: `How many requests ${step.target.form} may send. What is over it is answered 429.`,
      };
    case "reveal":
      return { title: `Your key “${step.revealed.name}”` };
    case "revoke":
      return { title: "" };
  }
}

type KeyDialogsProps = { actions: KeyActions; budgets: KeyBudgets; baseUrl: string; children: ReactNode };

/**
 * Holds the dialogs about keys at one place that no change of the list unmounts, so that a key shown once stays until its
 * person says so. Closing forgets the key and gives the focus back to what opened the dialog, or to the page.
 */
export function KeyDialogs({ actions, budgets, baseUrl, children }: KeyDialogsProps) {
  const { step, open, show, close } = useDialogSteps<Step>();
  const toast = useToast();
  const reveal = (revealed: RevealedKey) => show({ kind: "reveal", revealed });
  const revoked = ({ name }: NamedKey) =>
    toast({ tone: "success", title: `“${name}” is revoked`, description: "Requests with it fail from now on." });
  const budgetSet = ({ name }: NamedKey) => {
    close();
    toast({ tone: "success", title: `The budget of “${name}” is set`, description: "From its next request on." });
  };
  const revealing = step?.kind === "reveal";
  return (
    <OpenContext value={open}>
      {children}
      <Dialog
        {...titleOf(step ?? { kind: "issue" })}
        size={revealing ? "md" : "sm"}
        dismissible={!revealing}
        open={step !== null && step.kind !== "revoke"}
        onOpenChange={(next) => {
          if (!next && !revealing) close();
        }}
      >
        {step?.kind === "issue" ? <IssueKeyForm issue={actions.issue} onIssued={reveal} /> : null}
        {step?.kind === "rotate" ? (
          <RotateKeyForm target={step.target} rotate={actions.rotate} onRotated={reveal} />
        ) : null}
        {step?.kind === "budget" ? (
          <KeyBudgetForm
            target={step.target}
            budgets={budgets}
            setBudget={actions.setBudget}
            onSet={() => budgetSet(step.target)}
          />
        ) : null}
        {revealing ? <RevealKey revealed={step.revealed} baseUrl={baseUrl} onStored={close} /> : null}
      </Dialog>
      {step?.kind === "revoke" ? (
        <ConfirmDialog
          open
          onOpenChange={(next) => {
            if (!next) close();
          }}
          title={`Revoke “${step.target.name}”?`}
          effect={`Every request with ${step.target.form} fails at once and for good. Services that still use it stop reaching the brand.`}
          confirmLabel="Revoke key"
          typedConfirmation={step.target.name}
          act={() => actions.revoke(step.target.id)}
          onOk={() => revoked(step.target)}
        />
      ) : null}
    </OpenContext>
  );
}
