"use client";

import { Download } from "lucide-react";
import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useAction } from "@/components/ui/hooks";
import type { FormResult } from "@/lib/web/actions/form-result";

export function DownloadData({ mayDownload, path }: { mayDownload: () => Promise<FormResult>; path: string }) {
  const form = useRef<HTMLFormElement>(null);
  const { run, pending } = useAction();
  return (
    <Card>
      <form ref={form} method="post" action={path} />
      <Button icon={<Download />} pending={pending} onClick={() => run(mayDownload, () => form.current?.submit())}>
        Download data
      </Button>
    </Card>
  );
}

const EFFECT =
  "You’ll be signed out everywhere, leave every brand and lose your drafts. What you published stays, credited to “Deleted member” and a number. This can’t be undone.";

export function DeleteAccount({ erase, email }: { erase: (typedEmail: string) => Promise<FormResult>; email: string }) {
  return (
    <Card>
      <ConfirmDialog
        trigger={<Button variant="danger">Delete account</Button>}
        title="Delete account?"
        effect={EFFECT}
        typedConfirmation={email}
        confirmLabel="Delete account"
        act={() => erase(email)}
      />
    </Card>
  );
}
