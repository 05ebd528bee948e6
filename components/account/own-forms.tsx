"use client";

import { useState } from "react";
import { PasswordInput } from "@/components/auth/password-input";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { SubmitButton } from "@/components/ui/submit-button";
import { useToast } from "@/components/ui/toast-context";
import { useFormResult } from "@/components/ui/use-form-result";
import { ACCOUNT_LIMITS } from "@/lib/access";
import type { FormResult } from "@/lib/web/actions/form-result";

type EmailFormProps = {
  email: string;
  verified: boolean;
  /** The company's provider that is the only way in, and says whose email this is. */
  onlyBy: string | null;
  /** How this hub's mails are to be read, if it does not send them. */
  mail: { configured: boolean; readBy: string | null };
  askToVerify: () => Promise<FormResult>;
  askToChange: (form: FormData) => Promise<FormResult>;
};

/** Whether the email is proved, and moving to another one: both by a link in a mail. */
export function EmailForm({ email, verified, onlyBy, mail, askToVerify, askToChange }: EmailFormProps) {
  const [round, nextRound] = useState(0);
  const toast = useToast();
  const description = mail.readBy ? `This demo sends no mail: “${mail.readBy}” prints it.` : undefined;
  const verify = useFormResult(askToVerify, () =>
    toast({ tone: "success", title: `A link is on its way to ${email}.`, description }),
  );
  const change = useFormResult(askToChange, () => {
    toast({ tone: "success", title: "A link is on its way to the new email.", description });
    nextRound(round + 1);
  }, ["email"]);
  return (
    <Card>
      <div className="flex flex-col gap-5">
        <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
          {email} {verified ? <Badge tone="success">Confirmed</Badge> : <Badge tone="warning">Not confirmed</Badge>}
        </p>
        {verified ? null : (
          <Notice tone="warning" title="Nobody has proved yet that this email is yours">
            Members of your brands see that. Whoever proves that the email is theirs takes this account.
            {mail.configured ? null : " This hub sends no mail: sign in with GitHub or Google, or ask whoever runs it."}
          </Notice>
        )}
        {mail.configured && !verified ? (
          <form onSubmit={verify.onSubmit} className="flex flex-col gap-3">
            <FormMessage>{verify.message}</FormMessage>
            <div>
              <SubmitButton pending={verify.pending} pendingLabel="Sending…">
                Send me a link to confirm it
              </SubmitButton>
            </div>
          </form>
        ) : null}
        {onlyBy ? <p className="text-muted">Your company has you sign in with {onlyBy}, and in no other way.</p> : null}
        {mail.configured && !onlyBy ? (
          <form key={round} onSubmit={change.onSubmit} noValidate className="flex flex-col gap-4">
            <Field
              label="New email"
              required
              error={change.errorOf("email")}
              hint="A link goes there, and word of it to the present one. Until you open the link, nothing changes."
            >
              <Input name="email" type="email" autoComplete="email" maxLength={ACCOUNT_LIMITS.email} />
            </Field>
            <FormMessage>{change.message}</FormMessage>
            <div>
              <SubmitButton pending={change.pending} pendingLabel="Sending…">
                Change email
              </SubmitButton>
            </div>
          </form>
        ) : null}
      </div>
    </Card>
  );
}

type NameFormProps = { rename: (form: FormData) => Promise<FormResult>; name: string };

export function NameForm({ rename, name }: NameFormProps) {
  const toast = useToast();
  const form = useFormResult(rename, () => toast({ tone: "success", title: "Your name is saved." }), ["name"]);
  return (
    <Card>
      <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
        <Field label="Name" required error={form.errorOf("name")}>
          <Input name="name" defaultValue={name} maxLength={ACCOUNT_LIMITS.name} autoComplete="name" />
        </Field>
        <FormMessage>{form.message}</FormMessage>
        <div>
          <SubmitButton pending={form.pending} pendingLabel="Saving…">
            Save
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}

type PasswordFormProps = {
  change: (form: FormData) => Promise<FormResult>;
  hasPassword: boolean;
  /** For password managers, which want to know whose password it is. */
  email: string;
};

/** Sets the password, after the present one was proved. */
export function PasswordForm({ change, hasPassword, email }: PasswordFormProps) {
  const [round, nextRound] = useState(0);
  const toast = useToast();
  const form = useFormResult(change, () => {
    toast({
      tone: "success",
      title: hasPassword ? "Your password is changed." : "Your password is set.",
      description: "Your other browsers are signed out.",
    });
    nextRound(round + 1);
  }, ["current", "password"]);
  return (
    <Card>
      {/* The key empties the fields once the password is changed. */}
      <form key={round} onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
        <input type="hidden" name="username" autoComplete="username" value={email} />
        {hasPassword ? (
          <Field label="Present password" required error={form.errorOf("current")}>
            <PasswordInput name="current" autoComplete="current-password" />
          </Field>
        ) : null}
        <Field
          label="New password"
          required
          hint={`At least ${ACCOUNT_LIMITS.passwordAtLeast} characters; a few words in a row will do.`}
          error={form.errorOf("password")}
        >
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
        <Checkbox
          name="revokeTokens"
          defaultChecked
          label="Revoke my session tokens too"
          hint="Untick it only if you know each of them: whoever knew your password may have issued one."
        />
        <FormMessage>{form.message}</FormMessage>
        <div>
          <SubmitButton pending={form.pending} pendingLabel="Changing…">
            {hasPassword ? "Change password" : "Set a password"}
          </SubmitButton>
        </div>
      </form>
    </Card>
  );
}
