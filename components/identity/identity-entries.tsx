"use client";

import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ContentText } from "@/components/ui/content-text";
import { EntryButtons } from "@/components/ui/list-input";
import { ChoiceField, type SelectOption } from "@/components/ui/select";
import { LiveRegion } from "@/components/ui/skip-link";
import { cx } from "@/components/ui/styles";
import { thenFocus } from "@/components/ui/then-focus";
import { IDENTITY_LIMITS } from "@/lib/contract";
import type { EntryList } from "./entry-lists";
import { type IdentityPath, IdentityText, placeOf, readAt, textOf, useIdentityValue } from "./identity-text";

/** A field of an entry. `rows` above 1 makes a text area, `options` a select. `beside` puts it in the wide column. */
export type EntryField = {
  key: string;
  label: string;
  placeholder?: string;
  rows?: number;
  beside?: boolean;
  options?: readonly SelectOption[];
};

const MAX = IDENTITY_LIMITS.listLength;

/** A list of entries to add, remove and reorder by keyboard. Changes are announced and keep the focus. */
export function IdentityEntries({ path, itemLabel, fields, empty }: EntryList) {
  const { value, setValue, error } = useIdentityValue(path);
  const [announcement, setAnnouncement] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const one = itemLabel.toLowerCase();
  /** Entries of one line have no space for stacked buttons. */
  const low = fields.length <= 2 && fields.every((field) => (field.rows ?? 1) === 1);

  const item = (index: number) => list.current?.children[index];
  const button = (index: number, act: string) => item(index)?.querySelector<HTMLElement>(`[data-act="${act}"]`);

  const change = (next: readonly unknown[], message: string, find: () => HTMLElement | null | undefined) =>
    thenFocus(() => {
      setValue(next);
      setAnnouncement(message);
    }, find);
  const add = () =>
    change([...entries, {}], `${itemLabel} ${entries.length + 1} added`, () =>
      item(entries.length)?.querySelector<HTMLElement>("input, textarea, select"),
    );
  const remove = (index: number) =>
    change(
      entries.toSpliced(index, 1),
      `${itemLabel} ${index + 1} removed`,
      () => button(Math.min(index, entries.length - 2), "remove") ?? addButton.current,
    );
  const move = (from: number, to: number) =>
    change(
      entries.toSpliced(from, 1).toSpliced(to, 0, entries[from]),
      `Moved to position ${to + 1} of ${entries.length}`,
      () => button(to, to < from ? "up" : "down"),
    );

  return (
    <div id={placeOf(path)} tabIndex={-1} className="flex flex-col gap-3">
      <ol ref={list} className="flex flex-col gap-3 empty:hidden">
        {entries.map((entry, index) => {
          const title = textOf(readAt(entry, [fields[0]?.key ?? ""]));
          return (
            // An entry's only identity is its position, and its inputs are controlled.
            <li
              key={`entry-${String(index)}`}
              id={placeOf([...path, index])}
              tabIndex={-1}
              className="rounded-xl border border-line bg-surface px-4 py-3"
            >
              <fieldset className="grid min-w-0 gap-x-4 gap-y-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto]">
                <legend className="sr-only">
                  {itemLabel} {index + 1}
                  {title ? (
                    <>
                      : <ContentText>{title}</ContentText>
                    </>
                  ) : null}
                </legend>
                <EntryColumn fields={fields.filter((field) => !field.beside)} path={[...path, index]} />
                <EntryColumn fields={fields.filter((field) => field.beside)} path={[...path, index]} />
                <div
                  className={cx(
                    "flex justify-end gap-1",
                    low ? "sm:items-end sm:pb-1" : "sm:flex-col sm:justify-start",
                  )}
                >
                  <EntryButtons
                    name={`${one} ${index + 1}`}
                    index={index}
                    count={entries.length}
                    move={move}
                    remove={remove}
                  />
                </div>
              </fieldset>
            </li>
          );
        })}
      </ol>
      {entries.length === 0 ? <p className="text-muted">{empty}</p> : null}
      {error ? <p className="text-[0.8125rem] text-danger">{error}</p> : null}
      <Button
        ref={addButton}
        size="sm"
        icon={<Plus />}
        className="w-fit"
        disabledReason={entries.length >= MAX && `At most ${MAX}`}
        onClick={add}
      >
        Add {one}
      </Button>
      <LiveRegion message={announcement} />
    </div>
  );
}

function EntryColumn({ fields, path }: { fields: readonly EntryField[]; path: IdentityPath }) {
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {fields.map(({ key, label, placeholder, rows, options }) =>
        options ? (
          <EntrySelect key={key} label={label} options={options} path={[...path, key]} />
        ) : (
          <IdentityText key={key} label={label} path={[...path, key]} placeholder={placeholder} rows={rows} />
        ),
      )}
    </div>
  );
}

type EntrySelectProps = { label: string; options: readonly SelectOption[]; path: IdentityPath };

function EntrySelect({ label, options, path }: EntrySelectProps) {
  const { value, setValue, error } = useIdentityValue(path);
  return (
    <ChoiceField
      label={label}
      error={error}
      value={textOf(value)}
      options={[{ value: "", label: "Not set" }, ...options]}
      onChange={(next) => setValue(next || undefined)}
    />
  );
}
