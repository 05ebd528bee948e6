"use client";

import { Button } from "@/components/ui/button";
import { useAction } from "@/components/ui/hooks";
import { Notice } from "@/components/ui/notice";
import { useToast } from "@/components/ui/toast-context";
import type { FormResult } from "@/lib/web/actions/form-result";

const brandsText = (count: number) => (count === 1 ? "1 brand" : `${count.toLocaleString("en")} brands`);

type ResumeWebhooksProps = {
  brands: number;
  resume: () => Promise<FormResult<number>>;
};

export function ResumeWebhooks({ brands, resume }: ResumeWebhooksProps) {
  const { run, pending } = useAction();
  const toast = useToast();
  const onOk = (count: number) => toast({ tone: "success", title: `Webhook resumed for ${brandsText(count)}` });
  return (
    <Notice
      tone="danger"
      title={`Webhook off for ${brandsText(brands)}`}
      action={
        <Button size="sm" pending={pending} onClick={() => run(resume, onOk)}>
          Resume webhook
        </Button>
      }
    >
      The hub turned it off because the receiver kept failing. Resume it once the receiver responds.
    </Notice>
  );
}
