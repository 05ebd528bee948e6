"use client";

import { Download } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useAction } from "@/components/ui/hooks";
import type { FormResult } from "@/lib/web/actions/form-result";

/** Downloads all that the hub has about the reader, once they have proved who they are. */
export function DownloadData({ mayDownload, path }: { mayDownload: () => Promise<FormResult>; path: string }) {
  const form = useRef<HTMLFormElement>(null);
  const { run, pending } = useAction();
  return (
    <Card>
      <form ref={form} method="post" action={path} />
      <Button icon={<Download />} pending={pending} onClick={() => run(mayDownload, () => form.current?.submit())}>
        Download your data
      </Button>
    </Card>
  );
}

const EFFECT =
  "You are signed out everywhere and leave every brand, and your drafts are thrown away. What you published stays, by “Deleted member” and a number. Nobody can bring the account back.";

export function DeleteAccount({ erase, email }: { erase: (typedEmail: string) => Promise<FormResult>; email: string }) {
  return (
    <Card>
      <ConfirmDialog
        trigger={<Button variant="danger">Delete your account</Button>}
        title="Delete your account?"
        effect={EFFECT}
        typedConfirmation={email}
        confirmLabel="Delete for good"
        act={() => erase(email)}
      />
    </Card>
  );
}
