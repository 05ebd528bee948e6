"use client";

import { Dialog as RadixDialog } from "radix-ui";
import { CommandMenu, type CommandMenuProps } from "./command-menu";
import { overlayClass } from "./styles";

type CommandPaletteProps = CommandMenuProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** A CommandMenu in a modal. Close it in each option's `onSelect`. */
export function CommandPalette({ open, onOpenChange, ...menu }: CommandPaletteProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayClass} />
        <RadixDialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[8dvh] z-50 mx-auto flex max-h-[70dvh] max-w-xl animate-pop-in flex-col overflow-clip rounded-2xl border border-line bg-raised shadow-floating sm:top-[14dvh]"
        >
          <RadixDialog.Title className="sr-only">{menu.label}</RadixDialog.Title>
          <CommandMenu {...menu} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
