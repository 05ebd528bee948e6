"use client";

import { type RefObject, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { reached } from "@/components/ui/reached";
import type { UrlAnswer } from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";

export type TryUrl = (url: string, kind: "webhook" | "connect") => Promise<FormResult<UrlAnswer>>;

type TryUrlButtonProps = {
  /** Name of the field whose value is tried. */
  field: "defaultWebhookUrl" | "connectUrl";
  kind: "webhook" | "connect";
  form: RefObject<HTMLFormElement | null>;
  tryUrl: TryUrl;
};

const LABEL = { webhook: "Test the webhook URL", connect: "Test the connect URL" };

/** Asks the URL that stands in the form whether somebody is there, and says so in place. */
export function TryUrlButton({ field, kind, form, tryUrl }: TryUrlButtonProps) {
  const [answer, setAnswer] = useState<UrlAnswer | null>(null);
  const [pending, start] = useTransition();
  const ask = () => {
    const url = form.current ? String(new FormData(form.current).get(field) ?? "").trim() : "";
    if (url === "") return setAnswer({ reached: false, says: "Write the URL first." });
    start(async () => {
      const result = await reached(() => tryUrl(url, kind));
      setAnswer(result.status === "ok" ? result.data : { reached: false, says: result.message ?? "" });
    });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <Button size="sm" pending={pending} onClick={ask}>
        {LABEL[kind]}
      </Button>
      <p role="status" className={answer && !answer.reached ? "text-danger" : "text-muted"}>
        {answer?.says}
      </p>
    </div>
  );
}
