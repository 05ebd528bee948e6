"use client";

import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { buttonClass } from "./button-style";

/** The cross of a dialog or drawer. It stands last in the markup, so that opening puts the focus on the first thing to do. */
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
