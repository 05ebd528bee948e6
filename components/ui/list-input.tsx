"use client";

import { ArrowDown, ArrowUp, Plus, Trash2 } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { Button, IconButton } from "./button";
import { Textarea } from "./field";
import { LiveRegion } from "./skip-link";
import { thenFocus } from "./then-focus";

type ListInputProps = {
  itemLabel: string;
  value: readonly string[];
  onValueChange: (value: string[]) => void;
  placeholder?: string;
  maxItems: number;
  maxLength: number;
};

/** An ordered list of sentences, for a Fieldset. Enter adds an item, Backspace in an empty one removes it. */
export function ListInput(props: ListInputProps) {
  const { itemLabel, value: items, onValueChange, placeholder, maxItems, maxLength } = props;
  const [announcement, setAnnouncement] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const full = items.length >= maxItems;

  const change = (next: string[], message: string, focus: number) =>
    thenFocus(
      () => {
        onValueChange(next);
        setAnnouncement(message);
      },
      () => list.current?.querySelectorAll("textarea")[focus],
    );
  const edit = (index: number, text: string) => {
    const line = text.replaceAll(/\s*\n\s*/g, " ");
    onValueChange(items.map((item, position) => (position === index ? line : item)));
  };
  const insert = (index: number) => change(items.toSpliced(index, 0, ""), `${itemLabel} ${index + 1} added`, index);
  const remove = (index: number) =>
    change(items.toSpliced(index, 1), `${itemLabel} ${index + 1} removed`, Math.max(0, index - 1));
  const move = (from: number, to: number) =>
    change(
      items.toSpliced(from, 1).toSpliced(to, 0, items[from] ?? ""),
      `Moved to position ${to + 1} of ${items.length}`,
      to,
    );
  const onKey = (event: KeyboardEvent, index: number) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (!full) insert(index + 1);
    } else if (event.key === "Backspace" && items[index] === "") {
      event.preventDefault();
      remove(index);
    }
  };

  return (
    <div className="flex flex-col gap-2">
      <ol ref={list} className="flex flex-col gap-2 empty:hidden">
        {items.map((item, index) => (
          // Items have no identity but their position, and the inputs are controlled.
          <li key={`line-${String(index)}`} className="flex items-center justify-end gap-1 max-sm:flex-wrap">
            <Textarea
              rows={1}
              value={item}
              maxLength={maxLength}
              placeholder={placeholder}
              aria-label={`${itemLabel} ${index + 1}`}
              onChange={(event) => edit(index, event.target.value)}
              onKeyDown={(event) => onKey(event, index)}
              className="grow max-sm:basis-full"
            />
            <EntryButtons
              name={`${itemLabel.toLowerCase()} ${index + 1}`}
              index={index}
              count={items.length}
              move={move}
              remove={remove}
            />
          </li>
        ))}
      </ol>
      <Button
        size="sm"
        icon={<Plus />}
        className="w-fit"
        disabledReason={full && `At most ${maxItems}`}
        onClick={() => insert(items.length)}
      >
        Add {itemLabel.toLowerCase()}
      </Button>
      <LiveRegion message={announcement} />
    </div>
  );
}

type EntryButtonsProps = {
  name: string;
  index: number;
  count: number;
  move: (from: number, to: number) => void;
  remove: (index: number) => void;
};

/** Moves or removes one entry of a list. `name` is in their labels, such as "value 2". */
export function EntryButtons({ name, index, count, move, remove }: EntryButtonsProps) {
  return (
    <>
      <IconButton
        size="sm"
        data-act="up"
        label={`Move ${name} up`}
        icon={<ArrowUp />}
        disabledReason={index === 0 && "Already first"}
        onClick={() => move(index, index - 1)}
      />
      <IconButton
        size="sm"
        data-act="down"
        label={`Move ${name} down`}
        icon={<ArrowDown />}
        disabledReason={index === count - 1 && "Already last"}
        onClick={() => move(index, index + 1)}
      />
      <IconButton
        size="sm"
        data-act="remove"
        label={`Remove ${name}`}
        icon={<Trash2 />}
        onClick={() => remove(index)}
      />
    </>
  );
}
