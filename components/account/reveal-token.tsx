"use client";

import { LeftPage } from "@/components/reveal/left-page";
import { useHeldPage } from "@/components/reveal/use-held-page";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { momentText } from "@/components/ui/date-text";
import { DialogFooter } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { RevealedToken } from "./types";

type RevealTokenProps = { revealed: RevealedToken; baseUrl: string; onStored: () => void };

/** The token and a line to try it with. Only the button at the end takes it away, and then it is gone for good. */
export function RevealToken({ revealed: { token, expiresAt }, baseUrl, onStored }: RevealTokenProps) {
  if (useHeldPage()) {
    return <LeftPage onClose={onStored}>You left this page, so the token is no longer shown. Issue another.</LeftPage>;
  }
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="warning" title="This is the only time it is shown">
        Who holds it acts as you. Store it in your secret manager before you go on.
      </Notice>
      <CodeBlock code={token} label="Session token" />
      <CodeBlock
        code={`curl -s -H 'Authorization: Bearer ${token}' ${baseUrl}/api/public/brands/me`}
        label="curl, ready to paste"
      />
      <p className="text-muted">
        It works until <strong className="font-medium text-ink">{momentText(expiresAt)}</strong>, unless you revoke it.
      </p>
      <DialogFooter>
        <Button variant="primary" onClick={onStored}>
          I have stored it
        </Button>
      </DialogFooter>
    </div>
  );
}
