"use client";

import { Dialog as RadixDialog } from "radix-ui";
import { useRef } from "react";
import { CommandMenu, type CommandMenuProps } from "./command-menu";
import { overlayClass } from "./styles";
import { useHotkey } from "./use-hotkey";

type CommandPaletteProps = CommandMenuProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  hotkey?: string | null;
};

/** A CommandMenu in a modal at the top of the screen, opened and closed by `hotkey` ("mod+k": Command on Apple, Control elsewhere). Close it in each option's `onSelect`. */
export function CommandPalette({ open, onOpenChange, hotkey = "mod+k", ...menu }: CommandPaletteProps) {
  const openRef = useRef(open);
  openRef.current = open;
  useHotkey(hotkey, () => onOpenChange(!openRef.current));
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
