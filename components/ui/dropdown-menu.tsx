"use client";

import { DropdownMenu as RadixMenu } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { cx, floatingClass } from "./styles";

type DropdownMenuProps = {
  trigger: ReactElement;
  defaultOpen?: boolean;
  align?: "start" | "center" | "end";
  side?: "top" | "right" | "bottom" | "left";
  className?: string;
  children: ReactNode;
};

/**
 * A menu of actions. It stays in its landmark instead of a portal. Render a dialog that an item opens next to the menu
 * and control it with `open`.
 */
export function DropdownMenu({
  trigger,
  defaultOpen,
  align = "end",
  side = "bottom",
  className,
  children,
}: DropdownMenuProps) {
  return (
    <RadixMenu.Root modal={false} defaultOpen={defaultOpen}>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Content
        align={align}
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className={cx(
          floatingClass,
          "max-h-(--radix-dropdown-menu-content-available-height) min-w-48 max-w-80 overflow-y-auto p-1",
          className,
        )}
      >
        {children}
      </RadixMenu.Content>
    </RadixMenu.Root>
  );
}

export function MenuSeparator() {
  return <RadixMenu.Separator className="my-1 h-px bg-line" />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <RadixMenu.Label className="px-2.5 py-1.5 text-muted text-xs">{children}</RadixMenu.Label>;
}
