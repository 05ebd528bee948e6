"use client";

import { Mail } from "lucide-react";
import { useDialogAddress } from "@/components/draft/use-dialog-address";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useLate } from "@/components/ui/hooks";
import type { SignatureFormProps } from "./signature-form";

const loadForm = () => import("./signature-form").then(({ SignatureForm }) => SignatureForm);

const DIALOGS = ["signature"] as const;
const TITLE = "Use it in your mail";

/** Makes the brand's e-mail signature the reader's own. Nothing of it is sent anywhere. */
export function SignatureDialog(props: SignatureFormProps) {
  const { part: SignatureForm, need } = useLate(loadForm);
  const { open, setOpen } = useDialogAddress(DIALOGS, () => {
    show();
    return true;
  });
  const show = () => need(() => setOpen("signature"));
  return (
    <>
      <Button size="sm" icon={<Mail aria-hidden="true" />} onClick={show}>
        {TITLE}
      </Button>
      <Dialog
        open={open !== null}
        onOpenChange={(next) => setOpen(next ? "signature" : null)}
        size="lg"
        title={TITLE}
        description="The brand as your draft has it, with your own details. What you type here is neither sent nor kept."
      >
        {SignatureForm ? <SignatureForm {...props} /> : null}
      </Dialog>
    </>
  );
}
