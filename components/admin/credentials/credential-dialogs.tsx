"use client";

import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ActionForm, createOpener, Dialog, useDialogSteps } from "@/components/ui/dialog";
import { ExpiryFields } from "@/components/ui/expiry-fields";
import { Field, Input } from "@/components/ui/field";
import { RevealOnce, SecretEnds } from "@/components/ui/reveal-once";
import { RowButton } from "@/components/ui/row-button";
import {
  CREDENTIAL_KIND_LABEL,
  MAX_CREDENTIAL_NAME_LENGTH,
  MAX_OVERLAP_HOURS,
  type ToolCredentialKind,
} from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";

/** Named as in the documentation's samples. */
const VARIABLES: Record<ToolCredentialKind, string> = {
  app_token: "HUB_TOKEN",
  signing_secret: "HUB_WEBHOOK_SECRET",
};

const toolEnvironment = (
  baseUrl: string,
  tool: CredentialTool,
  revealed: readonly Pick<RevealedCredential, "kind" | "secret">[],
): string =>
  [
    `HUB_URL=${baseUrl}`,
    `HUB_TOOL=${tool.slug}`,
    ...revealed.map(({ kind, secret }) => `${VARIABLES[kind]}=${secret}`),
  ].join("\n");

type RevealCredentialsProps = {
  revealed: readonly RevealedCredential[];
  tool: CredentialTool;
  baseUrl: string;
  onStored: () => void;
  lacking?: string;
};

export function RevealCredentials({ revealed, tool, baseUrl, onStored, lacking }: RevealCredentialsProps) {
  return (
    <RevealOnce
      advice="This is shown once. Pass it on through a password manager, not by email or chat."
      gone="You can only see a credential once. Rotate it to get a new one."
      onStored={onStored}
    >
      {revealed.map((credential) => (
        <div key={credential.kind} className="flex flex-col gap-1.5">
          <CodeBlock code={credential.secret} label={CREDENTIAL_KIND_LABEL[credential.kind]} />
          <SecretEnds expiresAt={credential.expiresAt} previous="one" previousEndsAt={credential.oldEndsAt} />
        </div>
      ))}
      {lacking ? <p className="text-muted">{lacking}</p> : null}
      <CodeBlock code={toolEnvironment(baseUrl, tool, revealed)} label="Tool environment" />
    </RevealOnce>
  );
}

const OVERLAP_HINT = `How long the old one keeps working. Enter 0 if it has leaked. At most ${MAX_OVERLAP_HOURS} (30 days).`;

const EXPIRIES = [
  { value: "never", label: "Never" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 1 year" },
  { value: "date", label: "On a date" },
];

type Step =
  | { kind: "issue"; of: ToolCredentialKind }
  | { kind: "rotate"; target: NamedCredential }
  | { kind: "revoke"; target: NamedCredential }
  | { kind: "reveal"; revealed: RevealedCredential };

const [OpenContext, useCredentialDialog] = createOpener<Step>();

const whatOf = (kind: ToolCredentialKind) => CREDENTIAL_KIND_LABEL[kind].toLowerCase();

const MEANING: Record<ToolCredentialKind, string> = {
  app_token: "The tool’s server calls the hub with it.",
  signing_secret: "The hub signs webhooks with it, starting with the next delivery.",
};

const AFTER_REVOKING: Record<ToolCredentialKind, string> = {
  app_token: "Requests with it fail at once.",
  signing_secret:
    "The hub stops signing with it and deletes it. A tool that knows no other secret rejects webhooks. If no secret is left, deliveries wait.",
};

function titleOf(step: Step, tool: CredentialTool): { title: string; description?: string } {
  switch (step.kind) {
    case "issue":
      return { title: `Issue ${whatOf(step.of)} for ${tool.name}`, description: MEANING[step.of] };
    case "rotate":
      return {
        title: `Rotate “${step.target.name}”`,
        description: `A new ${whatOf(step.target.kind)} with the same name replaces ${step.target.form}.`,
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

/** Holds the credential dialogs outside the list, so that a list update doesn't unmount one that is shown once. */
export function CredentialDialogs({ tool, actions, baseUrl, children }: CredentialDialogsProps) {
  const { step, open, show, close, onOpenChange } = useDialogSteps<Step>();
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
        onOpenChange={onOpenChange}
      >
        {step?.kind === "issue" ? (
          <ActionForm
            act={(form) => actions.issue(step.of, form)}
            onOk={reveal}
            fields={["name", "date"]}
            submitLabel={`Issue ${whatOf(step.of)}`}
            pendingLabel="Issuing…"
          >
            {(errorOf) => (
              <>
                <Field label="Name" required hint="For example “Production” or “Staging”" error={errorOf("name")}>
                  <Input
                    name="name"
                    defaultValue="Production"
                    maxLength={MAX_CREDENTIAL_NAME_LENGTH}
                    autoComplete="off"
                  />
                </Field>
                <ExpiryFields options={EXPIRIES} initial="never" dateError={errorOf("date")} />
              </>
            )}
          </ActionForm>
        ) : null}
        {step?.kind === "rotate" ? (
          <ActionForm
            act={(form) => actions.rotate(step.target.id, form)}
            onOk={reveal}
            fields={["overlapHours"]}
            submitLabel="Rotate credential"
            pendingLabel="Rotating…"
          >
            {(errorOf) => (
              <Field label="Overlap in hours" required hint={OVERLAP_HINT} error={errorOf("overlapHours")}>
                <Input name="overlapHours" inputMode="numeric" defaultValue="24" autoComplete="off" />
              </Field>
            )}
          </ActionForm>
        ) : null}
        {revealing ? (
          <RevealCredentials revealed={[step.revealed]} tool={tool} baseUrl={baseUrl} onStored={close} />
        ) : null}
      </Dialog>
      {step?.kind === "revoke" ? (
        <ConfirmDialog
          open
          onOpenChange={onOpenChange}
          title={`Revoke “${step.target.name}”?`}
          effect={`${AFTER_REVOKING[step.target.kind]} Credential: ${step.target.form}.`}
          confirmLabel="Revoke credential"
          typedConfirmation={step.target.name}
          act={() => actions.revoke(step.target.id)}
          onOk={`“${step.target.name}” revoked`}
        />
      ) : null}
    </OpenContext>
  );
}

export function IssueCredentialButton({ kind, reason }: { kind: ToolCredentialKind; reason: string | null }) {
  const open = useCredentialDialog();
  return (
    <Button icon={<Plus />} disabledReason={reason} onClick={() => open({ kind: "issue", of: kind })}>
      {`Issue ${CREDENTIAL_KIND_LABEL[kind].toLowerCase()}`}
    </Button>
  );
}

type CredentialRowButtonsProps = { target: NamedCredential; rotateReason: string | null };

export function CredentialRowButtons({ target, rotateReason }: CredentialRowButtonsProps) {
  const open = useCredentialDialog();
  const of = `${target.name} (${target.form})`;
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <RowButton verb="Rotate" of={of} disabledReason={rotateReason} onClick={() => open({ kind: "rotate", target })} />
      <RowButton verb="Revoke" of={of} onClick={() => open({ kind: "revoke", target })} />
    </div>
  );
}

export type RevealedCredential = {
  kind: ToolCredentialKind;
  name: string;
  secret: string;
  expiresAt: Date | null;
  /** After a rotation: when the previous credential expires. */
  oldEndsAt?: Date;
};

export type CredentialActions = {
  issue: (kind: ToolCredentialKind, form: FormData) => Promise<FormResult<RevealedCredential>>;
  rotate: (credentialId: string, form: FormData) => Promise<FormResult<RevealedCredential>>;
  revoke: (credentialId: string) => Promise<FormResult>;
};

/** `form` is the masked value, such as `bihc_ab12…9xYz`. */
export type NamedCredential = { id: string; kind: ToolCredentialKind; name: string; form: string };

export type CredentialTool = { slug: string; name: string };
