"use client";

import { Tooltip as RadixTooltip } from "radix-ui";
import { type FocusEvent, type ReactElement, type ReactNode, useRef } from "react";

type TooltipProps = {
  content: ReactNode;
  children: ReactElement;
  side?: "top" | "right" | "bottom" | "left";
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** Shows `content` beside its one child on hover and keyboard focus. Never the only place of a name: touch screens show it seldom. */
export function Tooltip({ content, children, side = "top", open, onOpenChange }: TooltipProps) {
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A dialog pulls the focus back when something in it vanishes between one control's losing it and the next one's having it.
  const change = (next: boolean) => {
    clearTimeout(closing.current);
    if (next) onOpenChange(true);
    else closing.current = setTimeout(() => onOpenChange(false));
  };
  return (
    <RadixTooltip.Root open={open} onOpenChange={change}>
      <RadixTooltip.Trigger asChild onFocus={onlyForKeyboard}>
        {children}
      </RadixTooltip.Trigger>
      <RadixTooltip.Content
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className="z-60 max-w-64 animate-fade-in whitespace-normal rounded-md bg-solid px-2 py-1 text-left font-normal text-xs text-on-solid shadow-raised"
      >
        {content}
      </RadixTooltip.Content>
    </RadixTooltip.Root>
  );
}

/** Focus that comes back from a closed dialog after a mouse press must not open the tooltip again. */
function onlyForKeyboard(event: FocusEvent<HTMLElement>) {
  if (!event.currentTarget.matches(":focus-visible")) event.preventDefault();
}
