"use client";

import { DismissableLayer, Popper } from "radix-ui/internal";
import type { ReactNode, RefObject } from "react";

type TooltipBubbleProps = {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  side: "top" | "right" | "bottom" | "left";
  onClose: () => void;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  children: ReactNode;
};

/** Assembled from Radix parts, because Radix's tooltip would have to wrap the control from the start. */
export function TooltipBubble({ id, anchor, side, onClose, children, ...pointer }: TooltipBubbleProps) {
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={anchor} />
      <DismissableLayer.Root asChild onFocusOutside={(event) => event.preventDefault()} onDismiss={onClose}>
        <Popper.Content
          {...pointer}
          id={id}
          role="tooltip"
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-w-64 animate-fade-in whitespace-normal rounded-md bg-solid px-2 py-1 text-left font-normal text-xs text-on-solid shadow-raised"
        >
          {children}
        </Popper.Content>
      </DismissableLayer.Root>
    </Popper.Root>
  );
}
