"use client";

import { GripVertical, Lock, MoreHorizontal, Pencil } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useRef, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { Badge } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { LateTrigger } from "@/components/ui/late-trigger";
import { cx } from "@/components/ui/styles";
import { ColorValue } from "./color-values";
import { ROLE_LABELS } from "./stated-colors";
import type { Swatch } from "./types";

type ColorCardActions = {
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
  canEdit: boolean;
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

function ColorCard(props: ColorCardProps) {
  const { swatch, target, canEdit } = props;
  const { id, name, role, hex, forms, ink, description, usage, locked } = swatch;
  return (
    <li
      id={`colors.palette.${id}`}
      tabIndex={-1}
      data-color={id}
      onDragOver={props.onDragOver}
      onDrop={props.onDrop}
      className={cx(
        "group relative flex min-w-0 overflow-clip rounded-xl border bg-surface transition-shadow hover:shadow-raised sm:flex-col",
        target ? "border-accent shadow-raised" : "border-line",
      )}
    >
      <p
        className="flex items-end border-line p-3 font-medium text-[0.8125rem] max-sm:w-24 max-sm:shrink-0 max-sm:border-r max-sm:p-2 sm:h-28 sm:border-b"
        style={{ backgroundColor: hex, color: ink }}
      >
        {ROLE_LABELS[role].label}
      </p>
      <div className="flex min-w-0 grow flex-col gap-1 p-3 pt-2.5">
        <div className="flex min-h-5.5 items-center justify-between gap-2">
          <h3 className="min-w-0 font-semibold wrap-anywhere">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => props.onOpen(swatch)}
              className="rounded-sm text-left after:absolute after:inset-0"
            >
              <ContentText>{name}</ContentText>
            </button>
          </h3>
          {locked ? <Badge icon={<Lock aria-hidden="true" />}>Locked</Badge> : null}
        </div>
        <p className="text-[0.8125rem] text-muted">{description}</p>
        <ColorValue name={name} forms={forms} className="relative" />
        <ContentText as="p" className="text-[0.8125rem] text-muted wrap-anywhere">
          {usage}
        </ContentText>
        {canEdit ? (
          <div className="flex items-center transition-opacity max-sm:relative max-sm:mt-auto max-sm:justify-end sm:absolute sm:top-2 sm:right-2 sm:rounded-lg sm:border sm:border-line sm:bg-surface sm:pointer-fine:opacity-0 sm:group-focus-within:opacity-100 sm:group-hover:opacity-100">
            <MoveHandle {...props} />
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
        ) : null}
      </div>
    </li>
  );
}

function MoveHandle({ swatch, place, count, onMove, onDragStart, onDragEnd }: ColorCardProps) {
  if (count < 2) return null;
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

type ColorListProps = ColorCardActions & {
  swatches: readonly Swatch[];
  canEdit: boolean;
  lockReason: string | null;
  /** Called when the pointer or the focus gets near: colours can be edited offline. */
  onApproach: () => void;
};

export function ColorList({ swatches, canEdit, lockReason, onApproach, ...actions }: ColorListProps) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  /** A removed card's menu goes with it, so the next card's menu gets the focus. */
  const remove = (swatch: Swatch, place: number) => {
    actions.onRemove(swatch);
    setTimeout(() => {
      const cards = list.current?.querySelectorAll("[data-color]");
      const next = cards?.[Math.min(place, cards.length - 1)];
      next?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.focus();
    });
  };
  const end = () => {
    setDragged(null);
    setOver(null);
  };
  const drop = (event: DragEvent, place: number) => {
    const swatch = swatches.find(({ id }) => id === dragged);
    if (!swatch) return;
    event.preventDefault();
    actions.onMove(swatch, place);
    end();
  };
  return (
    <ol
      ref={list}
      aria-label="Colours"
      onPointerEnter={canEdit ? onApproach : undefined}
      onFocus={canEdit ? onApproach : undefined}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14.5rem),1fr))] gap-3"
    >
      {swatches.map((swatch, place) => (
        <ColorCard
          key={swatch.id}
          {...actions}
          onRemove={() => remove(swatch, place)}
          swatch={swatch}
          place={place}
          count={swatches.length}
          canEdit={canEdit}
          lockReason={lockReason}
          target={dragged !== null && over === swatch.id && dragged !== swatch.id}
          onDragStart={() => setDragged(swatch.id)}
          onDragEnd={end}
          onDragOver={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            setOver(swatch.id);
          }}
          onDrop={(event) => drop(event, place)}
        />
      ))}
    </ol>
  );
}
