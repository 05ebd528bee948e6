"use client";

import { type MouseEvent, useState } from "react";

/**
 * Makes a button inert yet focusable: it swallows activation (also the implicit submission of its form) and, where there is
 * a reason, opens the tooltip that tells it. Keep `aria-disabled` rather than `disabled`: a disabled button loses focus and cannot explain itself.
 */
export function useBlocked(blocked: boolean) {
  const [reasonOpen, setReasonOpen] = useState(false);
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setReasonOpen(true);
  };
  const handlers = blocked
    ? ({ onClick: swallow, onPointerDown: undefined, onKeyDown: undefined, "aria-disabled": true } as const)
    : {};
  return { handlers, reasonOpen, setReasonOpen };
}
