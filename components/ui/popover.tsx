"use client";

import { Popover as RadixPopover } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { keepOpenForToasts } from "./browser";
import { cx, floatingClass } from "./styles";

type PopoverProps = {
  trigger: ReactElement;
  label: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  className: string;
  children: ReactNode;
};

export function Popover({ trigger, label, open, onOpenChange, className, children }: PopoverProps) {
  return (
    <RadixPopover.Root open={open} onOpenChange={onOpenChange}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          side="bottom"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          onInteractOutside={keepOpenForToasts}
          className={cx(
            floatingClass,
            "max-h-(--radix-popover-content-available-height) max-w-[calc(100vw-1rem)] overflow-y-auto",
            className,
          )}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
