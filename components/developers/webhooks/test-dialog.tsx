"use client";

import { useState } from "react";
import { PAUSE_WORDS } from "@/components/tools/tool-status";
import { Button } from "@/components/ui/button";
import { Badge } from "@/components/ui/card";
import { Dialog, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/empty-state";
import { FormMessage } from "@/components/ui/field-parts";
import { RadioGroup } from "@/components/ui/radio-group";
import { LiveRegion } from "@/components/ui/skip-link";
import { SubmitButton } from "@/components/ui/submit-button";
import { TextLink } from "@/components/ui/text-link";
import { useFormResult } from "@/components/ui/use-form-result";
import type { TestOutcome } from "@/lib/integrations";
import { type EndpointActions, errorWords } from "./webhook-texts";

const SAMPLES = [
  { value: "hub.test", label: "hub.test", hint: "An empty test event." },
  {
    value: "identity.updated",
    label: "identity.updated, current version",
    hint: "Repeats the last publish, marked as a test. Receivers that compare versions do nothing.",
  },
];

type TestDialogProps = {
  toolName: string;
  /** The list's path. Delivery pages are below it. */
  path: string;
  send: EndpointActions["sendTest"];
  disabledReason: string | null;
};

export function TestDialog({ toolName, path, send, disabledReason }: TestDialogProps) {
  const [outcome, setOutcome] = useState<TestOutcome | null>(null);
  const form = useFormResult(send, setOutcome);
  const title = `Send test to ${toolName}`;
  return (
    <Dialog
      trigger={
        <Button size="sm" aria-label={`Send test to ${toolName}`} disabledReason={disabledReason}>
          Send test
        </Button>
      }
      onOpenChange={() => setOutcome(null)}
      title={title}
      description="Signed and sent at once, without retries."
    >
      <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
        <FormMessage>{form.message}</FormMessage>
        <RadioGroup legend="Event" name="sample" options={SAMPLES} defaultValue="hub.test" />
        <LiveRegion message={form.pending ? "" : summaryOf(outcome)} />
        {outcome && !form.pending ? <Outcome outcome={outcome} href={`${path}/${outcome.deliveryId}`} /> : null}
        <DialogFooter>
          <DialogClose>
            <Button>Close</Button>
          </DialogClose>
          <SubmitButton pending={form.pending} pendingLabel="Waiting for response…">
            {outcome ? "Send another test" : "Send test"}
          </SubmitButton>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

function summaryOf(outcome: TestOutcome | null): string {
  if (!outcome) return "";
  const { attempt, pause, delivered, reason } = outcome;
  if (pause) return PAUSE_WORDS[pause].long;
  if (!attempt) return reason ?? "Queued. The hub sends it within a minute.";
  if (delivered) return "Delivered.";
  return attempt.errorClass ? `${errorWords(attempt.errorClass)}.` : "The receiver rejected it.";
}

function Outcome({ outcome, href }: { outcome: TestOutcome; href: string }) {
  const { attempt, delivered } = outcome;
  return (
    <section aria-label="Response" className="flex flex-col gap-2">
      <Notice tone={delivered ? "success" : attempt ? "danger" : "warning"}>{summaryOf(outcome)}</Notice>
      {attempt ? (
        <p className="flex flex-wrap items-center gap-2">
          {attempt.statusCode === null ? null : (
            <Badge tone={delivered ? "success" : "danger"}>{`HTTP ${attempt.statusCode}`}</Badge>
          )}
          <span className="text-muted tabular-nums">{`${attempt.durationMs.toLocaleString("en")} ms`}</span>
        </p>
      ) : null}
      {attempt?.responseExcerpt ? (
        <pre className="max-h-40 overflow-auto whitespace-pre-wrap rounded-md bg-sunken px-2 py-1 font-mono text-[0.8125rem] wrap-anywhere">
          {attempt.responseExcerpt}
        </pre>
      ) : null}
      {attempt && attempt.statusCode !== null && !attempt.responseExcerpt ? (
        <p className="text-muted">
          {attempt.answerShown ? "No body" : "Not stored, because the receiver is in a private network"}
        </p>
      ) : null}
      <TextLink href={href}>View delivery</TextLink>
    </section>
  );
}
