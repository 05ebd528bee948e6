"use client";

import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/empty-state";
import { Field, Input } from "@/components/ui/field";
import { SettingsForm, useFormResult } from "@/components/ui/form";
import { useAction } from "@/components/ui/hooks";
import { TimeAgo } from "@/components/ui/moment";
import { Code } from "@/components/ui/text";
import type { LastTest } from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";

type WebhookPanelProps = {
  url: string | null;
  urlReason: string | null;
  testReason: string | null;
  lastTest: LastTest | null;
  now: Date;
  actions: { setUrl: (form: FormData) => Promise<FormResult>; sendTest: () => Promise<FormResult> };
};

export function WebhookPanel({ url, urlReason, testReason, lastTest, now, actions }: WebhookPanelProps) {
  const { run, pending } = useAction();
  const form = useFormResult(actions.setUrl, "Webhook URL saved", ["url"]);
  return (
    <Card>
      <div className="flex flex-col gap-4">
        {urlReason === null ? (
          <SettingsForm form={form} variant="secondary" submitLabel="Save URL" pendingLabel="Saving…">
            <Field
              label="Webhook URL"
              hint="An https URL on a public host, or in a private network that this hub allows. Hub administrators can see it."
              error={form.errorOf("url")}
            >
              <Input
                name="url"
                type="url"
                inputMode="url"
                autoComplete="off"
                spellCheck={false}
                defaultValue={url ?? ""}
              />
            </Field>
          </SettingsForm>
        ) : (
          <p className="wrap-anywhere">
            Webhooks go to <Code>{url}</Code>. <span className="text-muted">{urlReason}</span>
          </p>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button pending={pending} disabledReason={testReason} onClick={() => run(actions.sendTest, "Test sent")}>
            Send test
          </Button>
          {testReason ? <p className="text-muted">{testReason}</p> : null}
        </div>
        <div aria-live="polite">{lastTest ? <TestResult test={lastTest} now={now} /> : null}</div>
      </div>
    </Card>
  );
}

function TestResult({ test: { status, answered, reason, at }, now }: { test: LastTest; now: Date }) {
  if (status === "pending")
    return (
      <Notice>
        Test from <TimeAgo value={at} now={now} />: sending.
      </Notice>
    );
  if (status === "delivered")
    return (
      <Notice tone="success" title={`Your receiver answered ${answered}`}>
        Test from <TimeAgo value={at} now={now} />: delivered.
      </Notice>
    );
  return (
    <Notice
      tone="danger"
      title={answered === null ? "Your receiver didn’t answer" : `Your receiver answered ${answered}`}
    >
      {reason} Fix it and send another test.
    </Notice>
  );
}
