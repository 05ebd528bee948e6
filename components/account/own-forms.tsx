"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { useId, useState } from "react";
import { PasswordInput } from "@/components/auth/password-input";
import { Badge, Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Notice } from "@/components/ui/empty-state";
import { Field, Input } from "@/components/ui/field";
import { SettingsForm, useFormResult } from "@/components/ui/form";
import { useHydrated } from "@/components/ui/hooks";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useToast } from "@/components/ui/toast-context";
import { ACCOUNT_LIMITS } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

type EmailFormProps = {
  email: string;
  verified: boolean;
  /** The single sign-on provider, if it is the only way in. It then owns the email. */
  onlyBy: string | null;
  mail: { configured: boolean; readBy: string | null };
  askToVerify: () => Promise<FormResult>;
  askToChange: (form: FormData) => Promise<FormResult>;
};

export function EmailForm({ email, verified, onlyBy, mail, askToVerify, askToChange }: EmailFormProps) {
  const [round, nextRound] = useState(0);
  const toast = useToast();
  const description = mail.readBy ? `This demo sends no mail. Run “${mail.readBy}” to read it.` : undefined;
  const verify = useFormResult(askToVerify, () =>
    toast({ tone: "success", title: `Link sent to ${email}`, description }),
  );
  const change = useFormResult(askToChange, () => {
    toast({ tone: "success", title: "Link sent to the new email", description });
    nextRound(round + 1);
  }, ["email"]);
  return (
    <Card>
      <div className="flex flex-col gap-5">
        <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
          {email} {verified ? <Badge tone="success">Confirmed</Badge> : <Badge tone="warning">Not confirmed</Badge>}
        </p>
        {verified ? null : (
          <Notice tone="warning" title="Confirm your email">
            Members of your brands see that it isn’t confirmed. If somebody else confirms this email, they get your
            account.
            {mail.configured
              ? null
              : " This hub sends no mail. Sign in with GitHub or Google, or ask your administrator."}
          </Notice>
        )}
        {mail.configured && !verified ? (
          <SettingsForm form={verify} submitLabel="Send confirmation link" pendingLabel="Sending…" />
        ) : null}
        {onlyBy ? <p className="text-muted">Your company requires sign-in with {onlyBy}.</p> : null}
        {mail.configured && !onlyBy ? (
          <SettingsForm key={round} form={change} submitLabel="Change email" pendingLabel="Sending…">
            <Field
              label="New email"
              required
              error={change.errorOf("email")}
              hint="We email a link to the new address and notify the current one. Nothing changes until you open the link."
            >
              <Input name="email" type="email" autoComplete="email" maxLength={ACCOUNT_LIMITS.email} />
            </Field>
          </SettingsForm>
        ) : null}
      </div>
    </Card>
  );
}

export function NameForm({ rename, name }: { rename: (form: FormData) => Promise<FormResult>; name: string }) {
  const form = useFormResult(rename, "Name saved", ["name"]);
  return (
    <Card>
      <SettingsForm form={form} submitLabel="Save name" pendingLabel="Saving…">
        <Field label="Name" required error={form.errorOf("name")}>
          <Input name="name" defaultValue={name} maxLength={ACCOUNT_LIMITS.name} autoComplete="name" />
        </Field>
      </SettingsForm>
    </Card>
  );
}

type PasswordFormProps = {
  change: (form: FormData) => Promise<FormResult>;
  hasPassword: boolean;
  email: string;
};

export function PasswordForm({ change, hasPassword, email }: PasswordFormProps) {
  const [round, nextRound] = useState(0);
  const toast = useToast();
  const form = useFormResult(change, () => {
    toast({
      tone: "success",
      title: hasPassword ? "Password changed" : "Password set",
      description: "Your other browsers are signed out.",
    });
    nextRound(round + 1);
  }, ["current", "password"]);
  return (
    <Card>
      {/* A new key clears the fields after a change. */}
      <SettingsForm
        key={round}
        form={form}
        submitLabel={hasPassword ? "Change password" : "Set password"}
        pendingLabel="Changing…"
      >
        <input type="hidden" name="username" autoComplete="username" value={email} />
        {hasPassword ? (
          <Field label="Current password" required error={form.errorOf("current")}>
            <PasswordInput name="current" autoComplete="current-password" />
          </Field>
        ) : null}
        <Field
          label="New password"
          required
          hint={`At least ${ACCOUNT_LIMITS.passwordAtLeast} characters. A few words work well.`}
          error={form.errorOf("password")}
        >
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
        <Checkbox
          name="revokeTokens"
          defaultChecked
          label="Also revoke my session tokens"
          hint="Someone who knew your password may have issued one."
        />
      </SettingsForm>
    </Card>
  );
}

const THEMES = [
  { value: "system", label: "System", icon: <Monitor aria-hidden="true" /> },
  { value: "light", label: "Light", icon: <Sun aria-hidden="true" /> },
  { value: "dark", label: "Dark", icon: <Moon aria-hidden="true" /> },
];

export function ThemeToggle() {
  const { theme, setTheme } = useTheme();
  const hydrated = useHydrated();
  return (
    <SegmentedControl
      label="Theme"
      name={`theme-${useId()}`}
      options={THEMES}
      value={hydrated ? (theme ?? "system") : ""}
      onValueChange={setTheme}
    />
  );
}
