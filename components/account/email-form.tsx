"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
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
