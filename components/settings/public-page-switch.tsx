"use client";

import { useState } from "react";
import { Card } from "@/components/ui/card";
import { Switch } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { CopyButton } from "@/components/ui/copy-button";
import { TextLink } from "@/components/ui/text";
import { useSwitched } from "@/components/ui/use-switched";
import type { FormResult } from "@/lib/web/actions/form-result";

type PublicPageSwitchProps = {
  setPublic: (on: boolean) => Promise<FormResult>;
  on: boolean;
  url: string;
};

export function PublicPageSwitch({ setPublic, on, url }: PublicPageSwitchProps) {
  const { shown, change } = useSwitched(on, setPublic);
  const [confirming, setConfirming] = useState(false);
  return (
    <Card>
      <Switch
        label="Public page"
        hint="Never shows drafts. Search engines can find the page."
        checked={shown}
        onCheckedChange={(next) => (next ? change(true) : setConfirming(true))}
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
        open={confirming}
        onOpenChange={setConfirming}
        title="Turn off the public page?"
        effect={
          <>
            <span className="break-all font-mono text-[0.8125rem]">{url}</span> and its downloads stop working at once.
          </>
        }
        confirmLabel="Turn off"
        onOk={() => change(false)}
      />
    </Card>
  );
}
