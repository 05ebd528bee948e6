"use client";

import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useSignOut } from "@/components/shell/use-sign-out";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { createOpener, Dialog, DialogForm, useDialogSteps } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { useFormResult } from "@/components/ui/form";
import { Moment } from "@/components/ui/moment";
import { RadioGroup, type RadioOption } from "@/components/ui/radio-group";
import { RevealOnce } from "@/components/ui/reveal-once";
import { RowButton } from "@/components/ui/row-button";
import { MAX_TOKEN_NAME_LENGTH } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

export type RevealedToken = { token: string; name: string; expiresAt: Date };

type SessionActions = {
  issueToken: (form: FormData) => Promise<FormResult<RevealedToken>>;
  revoke: (sid: string) => Promise<FormResult>;
  /** Revokes all sessions except this one. */
  revokeOthers: () => Promise<FormResult<number>>;
};

type TokenFormProps = { issue: SessionActions["issueToken"]; onIssued: (issued: RevealedToken) => void };

const ACCESS: RadioOption[] = [
  {
    value: "read",
    label: "Read only",
    hint: "Lists your brands and reads their data.",
  },
  {
    value: "write",
    label: "Read and sign in to tools",
    hint: "Also mints federation tokens, so it can act as you in tools.",
  },
];

function TokenForm({ issue, onIssued }: TokenFormProps) {
  const form = useFormResult(issue, onIssued, ["name", "access"]);
  return (
    <DialogForm form={form} submitLabel="Issue token" pendingLabel="Issuing…">
      <Field label="Name" required hint="For example “Nightly report”" error={form.errorOf("name")}>
        <Input name="name" maxLength={MAX_TOKEN_NAME_LENGTH} autoComplete="off" />
      </Field>
      <RadioGroup legend="Access" name="access" options={ACCESS} defaultValue="write" error={form.errorOf("access")} />
    </DialogForm>
  );
}

type RevealTokenProps = { revealed: RevealedToken; baseUrl: string; onStored: () => void };

function RevealToken({ revealed: { token, expiresAt }, baseUrl, onStored }: RevealTokenProps) {
  return (
    <RevealOnce
      advice="Anyone with this token can act as you. Store it in your secret manager."
      gone="You can only see a token once. Issue a new one."
      onStored={onStored}
    >
      <CodeBlock code={token} label="Session token" />
      <CodeBlock
        code={`curl -s -H 'Authorization: Bearer ${token}' ${baseUrl}/api/public/brands/me`}
        label="curl example"
      />
      <p className="text-muted">
        Expires <Moment value={expiresAt} className="font-medium text-ink" />
      </p>
    </RevealOnce>
  );
}

type Revoke = { kind: "revoke"; sid: string; label: string; token: boolean };
type Step = { kind: "issue" } | { kind: "reveal"; revealed: RevealedToken } | Revoke | { kind: "everywhere" };

const [OpenContext, useSessionDialog] = createOpener<Step>();

const revokeQuestion = ({ token, label }: Revoke) =>
  token
    ? {
        title: `Revoke “${label}”?`,
        effect: "Requests with this token, and federation tokens minted from it, fail at once. This can’t be undone.",
        confirmLabel: "Revoke token",
        onOk: `Token “${label}” revoked`,
      }
    : {
        title: `Sign out ${label}?`,
        effect: "That browser has to sign in again.",
        confirmLabel: "Sign out browser",
        onOk: `${label} signed out`,
      };

type SessionDialogsProps = { actions: SessionActions; baseUrl: string; children: ReactNode };

/** Holds the session dialogs outside the lists, so that a list update doesn't unmount a token that is shown once. */
export function SessionDialogs({ actions, baseUrl, children }: SessionDialogsProps) {
  const { step, open, show, close, onOpenChange } = useDialogSteps<Step>();
  const { signOut } = useSignOut();
  return (
    <OpenContext value={open}>
      {children}
      <Dialog
        open={step?.kind === "issue"}
        onOpenChange={onOpenChange}
        title="Issue session token"
        description="It acts as you over the API in all your brands for 30 days."
      >
        <TokenForm issue={actions.issueToken} onIssued={(revealed) => show({ kind: "reveal", revealed })} />
      </Dialog>
      <Dialog
        open={step?.kind === "reveal"}
        dismissible={false}
        size="md"
        title={step?.kind === "reveal" ? `Token “${step.revealed.name}”` : ""}
      >
        {step?.kind === "reveal" ? <RevealToken revealed={step.revealed} baseUrl={baseUrl} onStored={close} /> : null}
      </Dialog>
      {step?.kind === "revoke" ? (
        <ConfirmDialog
          open
          onOpenChange={onOpenChange}
          {...revokeQuestion(step)}
          act={() => actions.revoke(step.sid)}
        />
      ) : null}
      {step?.kind === "everywhere" ? (
        <ConfirmDialog
          open
          onOpenChange={onOpenChange}
          title="Sign out everywhere?"
          effect="Signs out every browser, including this one, and revokes all session tokens."
          confirmLabel="Sign out everywhere"
          act={actions.revokeOthers}
          onOk={signOut}
        />
      ) : null}
    </OpenContext>
  );
}

export function IssueTokenButton() {
  const open = useSessionDialog();
  return (
    <Button icon={<Plus />} onClick={() => open({ kind: "issue" })}>
      Issue token
    </Button>
  );
}

export function SignOutEverywhereButton() {
  const open = useSessionDialog();
  return (
    <Button variant="danger" onClick={() => open({ kind: "everywhere" })}>
      Sign out everywhere
    </Button>
  );
}

type SessionButtonProps = { sid: string; kind: "browser" | "token"; label: string; current: boolean };

export function SessionButton({ sid, kind, label, current }: SessionButtonProps) {
  const open = useSessionDialog();
  const { signOut, signingOut } = useSignOut();
  if (current) return <RowButton verb="Sign out" of="this browser" pending={signingOut} onClick={signOut} />;
  const token = kind === "token";
  return (
    <RowButton
      verb={token ? "Revoke" : "Sign out"}
      of={label}
      onClick={() => open({ kind: "revoke", sid, label, token })}
    />
  );
}
