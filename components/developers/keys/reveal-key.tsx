"use client";

import { LeftPage } from "@/components/reveal/left-page";
import { useHeldPage } from "@/components/reveal/use-held-page";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { momentText } from "@/components/ui/date-text";
import { DialogFooter } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { curlLine, envLines } from "./key-snippets";
import type { RevealedKey } from "./types";

type RevealKeyProps = { revealed: RevealedKey; baseUrl: string; onStored: () => void };

/** The key in the forms it is needed in. Only the button at the end takes it away, and then it is gone for good. */
export function RevealKey({ revealed, baseUrl, onStored }: RevealKeyProps) {
  const { key, expiresAt, oldKeyExpiresAt } = revealed;
  if (useHeldPage()) {
    return (
      <LeftPage onClose={onStored}>You left this page, so the key is no longer shown. Rotate it for another.</LeftPage>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" title="This is the only time it is shown">
        The hub keeps a fingerprint of it, not the key. Store it in your secret manager before you go on.
      </Notice>
      <CodeBlock code={key} label="API key" />
      <CodeBlock code={curlLine(baseUrl, key)} label="curl, ready to paste" />
      <CodeBlock code={envLines(baseUrl, key)} label=".env" />
      <p className="text-muted">
        {expiresAt ? <Until moment={expiresAt}>It works until</Until> : "It never expires."}{" "}
        {oldKeyExpiresAt ? <Until moment={oldKeyExpiresAt}>The key before it works until</Until> : null}
      </p>
      <DialogFooter>
        <Button variant="primary" onClick={onStored}>
          I have stored it
        </Button>
      </DialogFooter>
    </div>
  );
}

function Until({ moment, children }: { moment: Date; children: string }) {
  return (
    <>
      {children} <strong className="font-medium text-ink">{momentText(moment)}</strong>.
    </>
  );
}
