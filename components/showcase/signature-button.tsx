"use client";

import { Mail } from "lucide-react";
import { useDialogAddress } from "@/components/draft/use-dialog-address";
import { Button } from "@/components/ui/button";
import { useLate } from "@/components/ui/hooks";
import type { SignatureProps } from "./signature-dialog";

const loadDialog = () => import("./signature-dialog").then(({ SignatureDialog }) => SignatureDialog);

const DIALOGS = ["signature"] as const;

/** The dialog loads when it is first opened. */
export function SignatureButton(props: SignatureProps) {
  const { part: SignatureDialog, need } = useLate(loadDialog);
  const { open, setOpen } = useDialogAddress(DIALOGS, () => {
    show();
    return true;
  });
  const show = () => need(() => setOpen("signature"));
  return (
    <>
      <Button size="sm" icon={<Mail aria-hidden="true" />} onClick={show}>
        Use in your email
      </Button>
      {SignatureDialog ? <SignatureDialog {...props} open={open !== null} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
