"use client";

import { Mail } from "lucide-react";
import { useDialogAddress } from "@/components/draft/use-dialog-address";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useLate } from "@/components/ui/hooks";
import type { SignatureFormProps } from "./signature-form";

const loadForm = () => import("./signature-form").then(({ SignatureForm }) => SignatureForm);

const DIALOGS = ["signature"] as const;
const TITLE = "Use in your email";

/** Fills the brand's email signature with the reader's details. Nothing is sent. */
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
        description="Your draft’s brand with your details. Nothing you type is sent or stored."
      >
        {SignatureForm ? <SignatureForm {...props} /> : null}
      </Dialog>
    </>
  );
}
