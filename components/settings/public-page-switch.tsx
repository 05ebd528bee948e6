"use client";

import { useState } from "react";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { CopyButton } from "@/components/ui/copy-button";
import { Switch } from "@/components/ui/switch";
import { TextLink } from "@/components/ui/text-link";
import { useSwitched } from "@/components/ui/use-switched";
import type { FormResult } from "@/lib/web/actions/form-result";

type PublicPageSwitchProps = {
  setPublic: (on: boolean) => Promise<FormResult>;
  on: boolean;
  url: string;
  reason: string | null;
};

/** Turns the public page on, and off after asking, and gives its link while it is on. */
export function PublicPageSwitch({ setPublic, on, url, reason }: PublicPageSwitchProps) {
  const { shown, change } = useSwitched(on, setPublic);
  const [asking, setAsking] = useState(false);
  return (
    <Card>
      <Switch
        label="Show this brand to anybody who has the link"
        hint="It shows the published version only, never a draft. Search engines may find it while it is on."
        checked={shown}
        onCheckedChange={(next) => (next ? change(true) : setAsking(true))}
        disabledReason={reason}
      />
      {shown ? (
        <p className="mt-4 flex flex-wrap items-center gap-2 border-line border-t pt-4">
          <TextLink href={url} external>
            {url}
          </TextLink>
          <CopyButton value={url} label="Copy link" />
        </p>
      ) : null}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Turn the public page off?"
        effect={
          <>
            Whoever opens <span className="font-mono text-[0.8125rem] wrap-anywhere">{url}</span> finds nothing there
            from this moment on, and its download links stop working. The brand itself stays as it is.
          </>
        }
        confirmLabel="Turn off"
        onOk={() => change(false)}
      />
    </Card>
  );
}
