"use client";

import { type DragEvent, useRef, useState } from "react";
import { ColorCard, type ColorCardActions } from "./color-card";
import type { Swatch } from "./types";

type ColorListProps = ColorCardActions & {
  swatches: readonly Swatch[];
  canEdit: boolean;
  lockReason: string | null;
};

export function ColorList({ swatches, canEdit, lockReason, ...actions }: ColorListProps) {
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
