"use client";

import { Dialog as RadixDialog } from "radix-ui";
import type { ReactNode } from "react";
import { keepOpenForToasts } from "./browser";
import { CloseButton, useReturnFocus } from "./dialog";
import { cx, overlayClass } from "./styles";

type DrawerProps = {
  title: ReactNode;
  description?: ReactNode;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  side?: "left" | "right";
  fill?: boolean;
  children: ReactNode;
};

const sides = {
  left: "left-0 max-w-xs animate-from-left border-r",
  right: "right-0 max-w-xl animate-from-right border-l",
};

/** A modal panel at the edge of the screen: navigation on phones (left), details of a row (right). */
export function Drawer(props: DrawerProps) {
  const { title, description, open, onOpenChange, side = "right", fill = false, children } = props;
  const returnFocus = useReturnFocus();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayClass} />
        <RadixDialog.Content
          {...returnFocus}
          {...(description ? {} : { "aria-describedby": undefined })}
          onInteractOutside={keepOpenForToasts}
          className={cx(
            "fixed inset-y-0 z-50 flex flex-col border-line bg-raised shadow-floating",
            fill ? "w-full sm:w-[88vw]" : "w-[88vw]",
            sides[side],
          )}
        >
          <header className="min-h-13 shrink-0 border-line border-b py-3 pr-14 pl-4">
            <div className="min-w-0">
              <RadixDialog.Title className="py-0.5 font-semibold text-base">{title}</RadixDialog.Title>
              {description ? (
                <RadixDialog.Description className="text-muted">{description}</RadixDialog.Description>
              ) : null}
            </div>
          </header>
          <div className="min-h-0 grow overflow-y-auto p-4">{children}</div>
          <CloseButton />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
