"use client";

import { ArrowLeft, ArrowRight, ChevronsLeft, ChevronsRight, Lock, LockOpen, Trash2 } from "lucide-react";
import { DropdownMenu, MenuItem, MenuSeparator } from "@/components/ui/dropdown-menu";
import type { LateOverlay } from "@/components/ui/late-trigger";
import type { ColorCardProps } from "./color-list";

export function ColorMenu({ trigger, defaultOpen, card }: LateOverlay & { card: ColorCardProps }) {
  const { swatch, place, count, lockReason, onRemove, onLock, onMove } = card;
  const { locked, blocked } = swatch;
  const first = place === 0 && "Already first";
  const last = place === count - 1 && "Already last";
  return (
    <DropdownMenu trigger={trigger} defaultOpen={defaultOpen}>
      <MenuItem
        icon={locked ? <LockOpen /> : <Lock />}
        onSelect={() => onLock(swatch, !locked)}
        disabledReason={lockReason}
      >
        {locked ? "Unlock" : "Lock"}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<ArrowLeft />} onSelect={() => onMove(swatch, place - 1)} disabledReason={first}>
        Move earlier
      </MenuItem>
      <MenuItem icon={<ArrowRight />} onSelect={() => onMove(swatch, place + 1)} disabledReason={last}>
        Move later
      </MenuItem>
      <MenuItem icon={<ChevronsLeft />} onSelect={() => onMove(swatch, 0)} disabledReason={first}>
        Move to the start
      </MenuItem>
      <MenuItem icon={<ChevronsRight />} onSelect={() => onMove(swatch, count - 1)} disabledReason={last}>
        Move to the end
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} tone="danger" onSelect={() => onRemove(swatch)} disabledReason={blocked}>
        Remove
      </MenuItem>
    </DropdownMenu>
  );
}
