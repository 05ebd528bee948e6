"use client";

import { KeyRound, Plus, Smartphone } from "lucide-react";
import type { ReactNode } from "react";
import { CodeInput } from "@/components/auth/code-input";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog, DialogForm, useDialogSteps } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { useFormResult } from "@/components/ui/form";
import { useAction } from "@/components/ui/hooks";
import { TimeAgo } from "@/components/ui/moment";
import { RowButton } from "@/components/ui/row-button";
import { useToast } from "@/components/ui/toast-context";
import type { AppSetUp, Factors, PasskeySummary } from "@/lib/access";
import { type FactorActions, type NewCodes, NewPasskeyForm, RecoveryCodes, RenamePasskeyForm } from "./passkey-form";

type AppFormProps = {
  setUp: AppSetUp;
  confirm: FactorActions["confirmApp"];
  onConfirmed: (made: NewCodes) => void;
};

function AppForm({ setUp, confirm, onConfirmed }: AppFormProps) {
  const form = useFormResult(confirm, onConfirmed, ["code"]);
  const { size, path } = setUp.qr;
  return (
    <DialogForm form={form} submitLabel="Confirm" pendingLabel="Confirming…">
      <input type="hidden" name="setUp" value={setUp.setUp} />
      {/* White in both themes, because cameras expect dark on light. */}
      <svg
        role="img"
        aria-label="QR code for your authenticator app"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="mx-auto size-52 rounded-lg border border-line bg-white"
      >
        <path d={path} fill="black" />
      </svg>
      <CodeBlock code={setUp.key} label="Setup key" />
      <Field label="Code" required hint="The 6 digits shown in your app" error={form.errorOf("code")}>
        <CodeInput name="code" inputMode="numeric" />
      </Field>
    </DialogForm>
  );
}

type Step =
  | { kind: "passkey" }
  | { kind: "rename" | "remove"; passkey: PasskeySummary }
  | { kind: "app"; setUp: AppSetUp }
  | { kind: "remove-app" }
  | { kind: "new-codes" }
  | { kind: "codes"; codes: readonly string[] };

type RowProps = { icon: ReactNode; title: string; children: ReactNode; buttons: ReactNode };

function Row({ icon, title, children, buttons }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <span aria-hidden="true" className="text-muted [&>svg]:size-4">
        {icon}
      </span>
      <div className="min-w-0 grow basis-48">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="text-[0.8125rem] text-muted">{children}</p>
      </div>
      <div className="flex flex-wrap gap-2">{buttons}</div>
    </li>
  );
}

const Used = ({ since, verb, used, now }: { since: Date; verb: string; used: Date | null; now: Date }) => (
  <>
    {verb} <TimeAgo value={since} now={now} />,{" "}
    {used ? (
      <>
        last used <TimeAgo value={used} now={now} />
      </>
    ) : (
      "never used"
    )}
  </>
);

export function TwoFactor({ factors, now, actions }: { factors: Factors; now: Date; actions: FactorActions }) {
  const { step, open, show, close, onOpenChange } = useDialogSteps<Step>();
  const { run, pending } = useAction();
  const toast = useToast();
  const { passkeys, app, recoveryCodes, requiredBy } = factors;
  const guarded = passkeys.length > 0 || app !== null;
  const done = (title: string) => {
    close();
    toast({ tone: "success", title });
  };
  const added =
    (title: string) =>
    ({ recoveryCodes: codes }: NewCodes) =>
      codes ? show({ kind: "codes", codes }) : done(title);
  const setUpApp = () => run(actions.beginApp, (setUp) => open({ kind: "app", setUp }));
  return (
    <>
      <Card>
        <div className="flex flex-col gap-5">
          {requiredBy.length > 0 ? (
            <Notice tone={guarded ? "neutral" : "warning"} title="Two-factor authentication is required">
              Required by {new Intl.ListFormat("en-GB").format(requiredBy)}.
            </Notice>
          ) : null}
          {guarded ? (
            <ul className="divide-y divide-line">
              {passkeys.map((passkey) => (
                <Row
                  key={passkey.id}
                  icon={<KeyRound />}
                  title={passkey.name}
                  buttons={
                    <>
                      <RowButton verb="Rename" of={passkey.name} onClick={() => open({ kind: "rename", passkey })} />
                      <RowButton verb="Remove" of={passkey.name} onClick={() => open({ kind: "remove", passkey })} />
                    </>
                  }
                >
                  <Used verb="Added" since={passkey.createdAt} used={passkey.lastUsedAt} now={now} />
                </Row>
              ))}
              {app ? (
                <Row
                  icon={<Smartphone />}
                  title="Authenticator app"
                  buttons={
                    <>
                      <RowButton verb="Replace" of="app" pending={pending} onClick={setUpApp} />
                      <RowButton verb="Remove" of="app" onClick={() => open({ kind: "remove-app" })} />
                    </>
                  }
                >
                  <Used verb="Set up" since={app.createdAt} used={app.lastUsedAt} now={now} />
                </Row>
              ) : null}
            </ul>
          ) : (
            <p className="text-muted">Only your password protects this account.</p>
          )}
          <div className="flex flex-wrap gap-2">
            <Button icon={<Plus />} onClick={() => open({ kind: "passkey" })}>
              Add passkey
            </Button>
            {app ? null : (
              <Button icon={<Smartphone />} pending={pending} onClick={setUpApp}>
                Set up authenticator app
              </Button>
            )}
          </div>
          {guarded ? (
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-4">
              <p>
                {recoveryCodes} of 10 recovery codes left
                {recoveryCodes < 4 ? <span className="text-muted">. Create new ones soon</span> : null}
              </p>
              <Button size="sm" onClick={() => open({ kind: "new-codes" })}>
                Create new codes
              </Button>
            </div>
          ) : null}
        </div>
      </Card>
      <Dialog
        open={step?.kind === "passkey"}
        onOpenChange={onOpenChange}
        title="Add passkey"
        description="Sign in with your fingerprint, face or PIN instead of a password."
      >
        <NewPasskeyForm actions={actions} onAdded={added("Passkey added")} />
      </Dialog>
      <Dialog
        open={step?.kind === "app"}
        onOpenChange={onOpenChange}
        title="Set up authenticator app"
        description="Scan the QR code with your app. This replaces any app you set up before."
      >
        {step?.kind === "app" ? (
          <AppForm setUp={step.setUp} confirm={actions.confirmApp} onConfirmed={added("Authenticator app set up")} />
        ) : null}
      </Dialog>
      <Dialog open={step?.kind === "rename"} onOpenChange={onOpenChange} title="Rename passkey">
        {step?.kind === "rename" ? (
          <RenamePasskeyForm
            name={step.passkey.name}
            rename={(form) => actions.renamePasskey(step.passkey.id, form)}
            onRenamed={() => done("Passkey renamed")}
          />
        ) : null}
      </Dialog>
      <Dialog open={step?.kind === "codes"} dismissible={false} title="Recovery codes">
        {step?.kind === "codes" ? <RecoveryCodes codes={step.codes} onStored={close} /> : null}
      </Dialog>
      {step?.kind === "remove" ? (
        <ConfirmDialog
          open
          onOpenChange={onOpenChange}
          title={`Remove “${step.passkey.name}”?`}
          effect="You can’t sign in with it any more. Remove it from your device as well."
          confirmLabel="Remove passkey"
          act={() => actions.removePasskey(step.passkey.id)}
          onOk="Passkey removed"
        />
      ) : null}
      {step?.kind === "remove-app" ? (
        <ConfirmDialog
          open
          onOpenChange={onOpenChange}
          title="Remove authenticator app?"
          effect="Its codes stop working."
          confirmLabel="Remove app"
          act={actions.removeApp}
          onOk="Authenticator app removed"
        />
      ) : null}
      {step?.kind === "new-codes" ? (
        <ConfirmDialog
          open
          onOpenChange={onOpenChange}
          title="Create new recovery codes?"
          effect="Your current codes stop working."
          confirmLabel="Create new codes"
          tone="primary"
          act={actions.makeCodes}
          onOk={(codes) => show({ kind: "codes", codes })}
        />
      ) : null}
    </>
  );
}
