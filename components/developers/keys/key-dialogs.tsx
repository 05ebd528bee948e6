"use client";

import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { BUDGET_FIELDS, BudgetFields } from "@/components/budgets/budget-fields";
import { useDialogAddress } from "@/components/draft/use-dialog-address";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { CodeBlock } from "@/components/ui/code-block";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ActionForm, createOpener, Dialog, useDialogSteps } from "@/components/ui/dialog";
import { ExpiryFields } from "@/components/ui/expiry-fields";
import { Field, Input } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/field-parts";
import type { FormState } from "@/components/ui/form";
import { RadioGroup } from "@/components/ui/radio-group";
import { RevealOnce, SecretEnds } from "@/components/ui/reveal-once";
import { RowButton } from "@/components/ui/row-button";
import { ALL_API_KEY_SCOPES, API_KEY_SCOPES, type ApiKeyScope } from "@/lib/contract";
import { MAX_CREDENTIAL_NAME_LENGTH } from "@/lib/integrations";
import type { BudgetTarget, KeyActions, KeyBudgets, NamedKey, RevealedKey } from "./types";

const OVERLAPS = [
  { value: "0", label: "No overlap", hint: "The old key stops working at once. Choose this if it has leaked." },
  { value: "1", label: "1 hour" },
  { value: "24", label: "24 hours" },
  { value: "168", label: "7 days" },
];

const TRIALS: Record<ApiKeyScope, string> = {
  "brands:read": "/api/public/brands",
  "identity:read": "/api/public/brand/me",
  "events:write": `/api/public/events -H 'Content-Type: application/json' -d '{"type":"key.tried"}'`,
  "agents:read": `/mcp -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`,
};

const curlLine = (baseUrl: string, { key, scopes }: Pick<RevealedKey, "key" | "scopes">): string =>
  `curl -s -H 'Authorization: Bearer ${key}' ${baseUrl}${TRIALS[scopes[0] as ApiKeyScope]}`;

const envLines = (baseUrl: string, key: string): string => `BRAND_HUB_URL=${baseUrl}\nBRAND_HUB_API_KEY=${key}`;

function RevealKey({ revealed, baseUrl, onStored }: { revealed: RevealedKey; baseUrl: string; onStored: () => void }) {
  const { key, expiresAt, oldKeyExpiresAt } = revealed;
  return (
    <RevealOnce
      advice="The hub stores only a hash of the key. Store the key in your secret manager."
      gone="You can only see a key once. Rotate it to get a new one."
      onStored={onStored}
    >
      <CodeBlock code={key} label="API key" />
      <CodeBlock code={curlLine(baseUrl, revealed)} label="curl example" />
      <CodeBlock code={envLines(baseUrl, key)} label=".env" />
      <SecretEnds expiresAt={expiresAt} previous="key" previousEndsAt={oldKeyExpiresAt} />
    </RevealOnce>
  );
}

const EXPIRIES = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 1 year" },
  { value: "date", label: "On a date" },
  { value: "never", label: "Never" },
];

/** For a service that shows the brand, the usual case. */
const TICKED: readonly ApiKeyScope[] = ["brands:read", "identity:read"];

const keyFields = (errorOf: FormState["errorOf"]) => (
  <>
    <Field label="Name" required hint="For example “Website” or “Build server”" error={errorOf("name")}>
      <Input name="name" maxLength={MAX_CREDENTIAL_NAME_LENGTH} autoComplete="off" />
    </Field>
    <Fieldset legend="Permissions" error={errorOf("scopes")}>
      {ALL_API_KEY_SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          name="scopes"
          value={scope}
          defaultChecked={TICKED.includes(scope)}
          label={API_KEY_SCOPES[scope].title}
          hint={API_KEY_SCOPES[scope].description}
        />
      ))}
    </Fieldset>
    <ExpiryFields
      options={EXPIRIES}
      initial="90"
      hintOfNever="If this key leaks, it works until you revoke it. Prefer an expiry date."
      dateError={errorOf("date")}
    />
  </>
);

type Step =
  | { kind: "issue" }
  | { kind: "rotate"; target: NamedKey }
  | { kind: "revoke"; target: NamedKey }
  | { kind: "budget"; target: BudgetTarget }
  | { kind: "reveal"; revealed: RevealedKey };

const [OpenContext, useKeyDialog] = createOpener<Step>();

const ADDRESSED = ["issue"] as const;

function titleOf(step: Step): { title: string; description?: string } {
  switch (step.kind) {
    case "issue":
      return { title: "Issue API key", description: "The key works for this brand only." };
    case "rotate":
      return {
        title: `Rotate “${step.target.name}”`,
        description: `A new key with the same name replaces ${step.target.form}.`,
      };
    case "budget":
      return {
        title: `Request limits of “${step.target.name}”`,
        description: `Above these limits, the hub answers ${step.target.form} with 429.`,
      };
    case "reveal":
      return { title: `API key “${step.revealed.name}”` };
    case "revoke":
      return { title: "" };
  }
}

type KeyDialogsProps = { actions: KeyActions; budgets: KeyBudgets; baseUrl: string; children: ReactNode };

/**
 * Holds the key dialogs outside the list, so that a list update doesn't unmount a key that is shown once. Closing drops
 * the key from memory.
 */
export function KeyDialogs({ actions, budgets, baseUrl, children }: KeyDialogsProps) {
  const { step, open, show, close, onOpenChange } = useDialogSteps<Step>();
  useDialogAddress(ADDRESSED, () => {
    open({ kind: "issue" });
    return false;
  });
  const reveal = (revealed: RevealedKey) => show({ kind: "reveal", revealed });
  const revealing = step?.kind === "reveal";
  return (
    <OpenContext value={open}>
      {children}
      <Dialog
        {...titleOf(step ?? { kind: "issue" })}
        size={revealing ? "md" : "sm"}
        dismissible={!revealing}
        open={step !== null && step.kind !== "revoke"}
        onOpenChange={onOpenChange}
      >
        {step?.kind === "issue" ? (
          <ActionForm
            act={actions.issue}
            onOk={reveal}
            fields={["name", "scopes", "date"]}
            submitLabel="Issue key"
            pendingLabel="Issuing…"
          >
            {keyFields}
          </ActionForm>
        ) : null}
        {step?.kind === "rotate" ? (
          <ActionForm
            act={(form) => actions.rotate(step.target.id, form)}
            onOk={reveal}
            submitLabel="Rotate key"
            pendingLabel="Rotating…"
          >
            <RadioGroup legend="Keep the old key active for" name="overlapHours" options={OVERLAPS} defaultValue="24" />
          </ActionForm>
        ) : null}
        {step?.kind === "budget" ? (
          <ActionForm
            act={(form) => actions.setBudget(step.target.id, form)}
            onOk={() => {
              close();
              return `Limits of “${step.target.name}” saved`;
            }}
            fields={BUDGET_FIELDS}
            submitLabel="Save limits"
            pendingLabel="Saving…"
          >
            {(errorOf) => <BudgetFields own={step.target.own} {...budgets} errorOf={errorOf} />}
          </ActionForm>
        ) : null}
        {revealing ? <RevealKey revealed={step.revealed} baseUrl={baseUrl} onStored={close} /> : null}
      </Dialog>
      {step?.kind === "revoke" ? (
        <ConfirmDialog
          open
          onOpenChange={onOpenChange}
          title={`Revoke “${step.target.name}”?`}
          effect={`Requests with ${step.target.form} fail at once. Services that still use it lose access. This can’t be undone.`}
          confirmLabel="Revoke key"
          typedConfirmation={step.target.name}
          act={() => actions.revoke(step.target.id)}
          onOk={`Key “${step.target.name}” revoked`}
        />
      ) : null}
    </OpenContext>
  );
}

export function IssueKeyButton() {
  const open = useKeyDialog();
  return (
    <Button variant="primary" icon={<Plus />} onClick={() => open({ kind: "issue" })}>
      Issue key
    </Button>
  );
}

type KeyRowButtonsProps = { target: BudgetTarget; rotated: boolean; budgetReason: string | null };

export function KeyRowButtons({ target, rotated, budgetReason }: KeyRowButtonsProps) {
  const open = useKeyDialog();
  const of = `${target.name} (${target.form})`;
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button
        size="sm"
        aria-label={`Set limits of ${of}`}
        disabledReason={budgetReason}
        onClick={() => open({ kind: "budget", target })}
      >
        Limits
      </Button>
      <RowButton
        verb="Rotate"
        of={of}
        disabledReason={rotated && "This key is already being replaced."}
        onClick={() => open({ kind: "rotate", target })}
      />
      <RowButton verb="Revoke" of={of} onClick={() => open({ kind: "revoke", target })} />
    </div>
  );
}
