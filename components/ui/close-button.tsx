"use client";

import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { buttonClass } from "./styles";

/** Last in the markup, so opening a dialog doesn't focus it first. */
export function CloseButton() {
  return (
    <Dialog.Close
      aria-label="Close"
      className={buttonClass({ variant: "ghost", size: "sm", square: true, className: "absolute top-3 right-3" })}
    >
      <X aria-hidden="true" />
    </Dialog.Close>
  );
}
