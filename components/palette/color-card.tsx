"use client";

import { GripVertical, Lock, MoreHorizontal, Pencil, SwatchBook } from "lucide-react";
import type { DragEvent, KeyboardEvent } from "react";
import { Badge } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { IconButton } from "@/components/ui/icon-button";
import { LateTrigger } from "@/components/ui/late-trigger";
import { cx } from "@/components/ui/styles";
import { ColorValues } from "./color-values";
import { ROLE_LABELS } from "./stated-colors";
import type { Swatch } from "./types";

export type ColorCardActions = {
  onEdit: (swatch: Swatch) => void;
  onRemove: (swatch: Swatch) => void;
  onOpen: (swatch: Swatch) => void;
  onLock: (swatch: Swatch, locked: boolean) => void;
  /** Takes the new index in the palette. */
  onMove: (swatch: Swatch, place: number) => void;
};

export type ColorCardProps = ColorCardActions & {
  swatch: Swatch;
  place: number;
  count: number;
  /** Why the colour list can't be edited. Null when it can. */
  reason: string | null;
  /** Why locks can't be changed. Null when they can. */
  lockReason: string | null;
  onDragStart: () => void;
  onDragEnd: () => void;
  onDragOver: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
  /** True while a dragged card would be dropped here. */
  target: boolean;
};

const loadMenu = () => import("./color-menu").then(({ ColorMenu }) => ColorMenu);

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export function ColorCard(props: ColorCardProps) {
  const { swatch, target } = props;
  const { id, name, role, hex, forms, ink, description, usage, locked } = swatch;
  return (
    <li
      id={`colors.palette.${id}`}
      tabIndex={-1}
      data-color={id}
      onDragOver={props.onDragOver}
      onDrop={props.onDrop}
      className={cx(
        "flex min-w-0 overflow-clip rounded-xl border bg-surface transition-shadow sm:flex-col",
        target ? "border-accent shadow-raised" : "border-line",
      )}
    >
      <p
        className="flex items-end border-line p-3 font-medium text-[0.8125rem] max-sm:w-24 max-sm:shrink-0 max-sm:border-r max-sm:p-2 sm:h-28 sm:border-b"
        style={{ backgroundColor: hex, color: ink }}
      >
        {ROLE_LABELS[role].label}
      </p>
      <div className="flex min-w-0 grow flex-col gap-2 p-3 pt-2.5">
        <div className="min-w-0">
          <ContentText as="h3" className="font-semibold wrap-anywhere">
            {name}
          </ContentText>
          <p className="text-[0.8125rem] text-muted">{description}</p>
        </div>
        <ColorValues name={name} forms={forms} />
        {usage ? (
          <ContentText as="p" className="text-[0.8125rem] text-muted wrap-anywhere">
            {usage}
          </ContentText>
        ) : null}
        <div className="mt-auto flex items-center gap-1 pt-1">
          {locked ? <Badge icon={<Lock aria-hidden="true" />}>Locked</Badge> : null}
          <span className="grow" />
          <MoveHandle {...props} />
          <IconButton
            size="sm"
            icon={<SwatchBook />}
            label={`Shades and print of ${name}`}
            onClick={() => props.onOpen(swatch)}
          />
          <IconButton
            size="sm"
            icon={<Pencil />}
            label={`Edit ${name}`}
            disabledReason={swatch.blocked}
            onClick={() => props.onEdit(swatch)}
          />
          <LateTrigger
            load={loadMenu}
            trigger={<IconButton size="sm" icon={<MoreHorizontal />} label={`Actions for ${name}`} />}
            popup="menu"
            overlay={{ card: props }}
          />
        </div>
      </div>
    </li>
  );
}

function MoveHandle({ swatch, place, count, reason, onMove, onDragStart, onDragEnd }: ColorCardProps) {
  if (reason || count < 2) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = place + step;
    if (next >= 0 && next < count) onMove(swatch, next);
  };
  return (
    <IconButton
      size="sm"
      draggable
      icon={<GripVertical />}
      label={`Move ${swatch.name}: drag or use the arrow keys`}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", swatch.hex);
        const card = event.currentTarget.closest("li");
        if (card) event.dataTransfer.setDragImage(card, 20, 20);
        onDragStart();
      }}
      onDragEnd={onDragEnd}
      className="cursor-grab max-sm:hidden"
    />
  );
}
