"use client";

import { Button } from "@/components/ui/button";
import { useAction } from "@/components/ui/hooks";
import { Notice } from "@/components/ui/notice";
import { useToast } from "@/components/ui/toast-context";
import type { FormResult } from "@/lib/web/actions/form-result";

const brandsText = (count: number) => (count === 1 ? "1 brand" : `${count.toLocaleString("en")} brands`);

type ResumeWebhooksProps = {
  /** For how many brands the hub turned it off. */
  brands: number;
  resume: () => Promise<FormResult<number>>;
};

/** Says that the hub turned a tool's webhook off, with a button that turns it on again wherever it did. */
export function ResumeWebhooks({ brands, resume }: ResumeWebhooksProps) {
  const { run, pending } = useAction();
  const toast = useToast();
  const onOk = (count: number) =>
    toast({ tone: "success", title: `The webhook is on again for ${brandsText(count)}.` });
  return (
    <Notice
      tone="danger"
      title={`Its webhook is off for ${brandsText(brands)}`}
      action={
        <Button size="sm" pending={pending} onClick={() => run(resume, onOk)}>
          Turn it on again
        </Button>
      }
    >
      The hub turned it off, since the receiver failed. Turn it on once the receiver answers again. Each brand can then
      replay what it missed.
    </Notice>
  );
}
