"use client";

import { X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { ContentText, useContentAttributes } from "./content-text";
import { useFieldControl } from "./field";
import { LiveRegion } from "./skip-link";
import { controlClass, cx } from "./styles";

const parts = (list: string): string[] =>
  list
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean);

/** Adds the entries of a comma- or line-separated list. Skips duplicates (case-insensitive), up to `maxItems`. */
export function mergeTags(tags: readonly string[], list: string, maxItems: number): string[] {
  const merged = [...tags];
  const seen = new Set(tags.map((tag) => tag.toLowerCase()));
  for (const text of parts(list)) {
    if (seen.has(text.toLowerCase()) || merged.length >= maxItems) continue;
    seen.add(text.toLowerCase());
    merged.push(text);
  }
  return merged;
}

export type ReadTag = (text: string) => { value: string } | { problem: string };

/** Reads a text unless `whyNot` says why it isn't allowed. */
export const readUnless =
  (whyNot: (text: string) => string | null): ReadTag =>
  (text) => {
    const problem = whyNot(text);
    return problem ? { problem } : { value: text };
  };

/** Splits a list into valid and invalid tags, with the first problem. */
export function readTags(list: string, read: ReadTag = (value) => ({ value })) {
  const results = parts(list).map((text) => ({ text, result: read(text) }));
  const [problem] = results.flatMap(({ result }) => ("problem" in result ? [result.problem] : []));
  return {
    taken: results.flatMap(({ result }) => ("value" in result ? [result.value] : [])).join(", "),
    refused: results.flatMap(({ text, result }) => ("problem" in result ? [text] : [])).join(", "),
    problem: problem ?? null,
  };
}

const MAX_SUGGESTED = 50;

/** Known tags that contain the draft and are not in the list yet, in their order. */
export function suggestionsFor(draft: string, known: readonly string[], tags: readonly string[]): string[] {
  const taken = new Set(tags.map((tag) => tag.toLowerCase()));
  const typed = draft.trim().toLowerCase();
  return known
    .filter((one) => !taken.has(one.toLowerCase()) && one.toLowerCase().includes(typed))
    .slice(0, MAX_SUGGESTED);
}

type TagInputProps = {
  name?: string;
  value?: readonly string[];
  defaultValue?: readonly string[];
  onValueChange?: (value: string[]) => void;
  placeholder?: string;
  maxItems?: number;
  maxLength?: number;
  suggestions?: readonly string[];
  /** Invalid tags stay in the input. `onProblem` gets the reason, and null once the input changes. */
  readTag?: ReadTag;
  onProblem?: (problem: string | null) => void;
  "aria-label"?: string;
  className?: string;
};

/**
 * A list of short texts. Enter or a comma adds, Backspace in the empty input focuses the last tag, Delete removes a
 * focused one. Pasted lists are split. In a form each text is sent as `name` (read them with `getAll`).
 */
export function TagInput(props: TagInputProps) {
  const { name, onValueChange, placeholder, maxItems = 50, maxLength = 120, readTag, onProblem, className } = props;
  const { suggestions = [] } = props;
  const listId = useId();
  const { wiring } = useFieldControl(props);
  const content = useContentAttributes();
  const [own, setOwn] = useState<readonly string[]>(props.defaultValue ?? []);
  const [draft, setDraft] = useState("");
  const [announcement, setAnnouncement] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const tags = props.value ?? own;

  const change = (next: string[], message: string) => {
    setOwn(next);
    onValueChange?.(next);
    setAnnouncement(message);
  };
  const add = (text: string) => {
    const { taken, refused, problem } = readTags(text, readTag);
    setDraft(refused);
    onProblem?.(problem);
    const next = mergeTags(tags, taken, maxItems);
    const added = next.slice(tags.length);
    if (added.length > 0) change(next, `Added ${added.join(", ")}`);
    else if (taken)
      setAnnouncement(tags.length >= maxItems ? `At most ${maxItems}` : `${taken} is already in the list`);
  };
  const remove = (index: number) => {
    change(
      tags.filter((_, position) => position !== index),
      `Removed ${tags[index]}`,
    );
    const buttons = box.current?.querySelectorAll("button");
    (buttons?.[index + 1] ?? buttons?.[index - 1] ?? input.current)?.focus();
  };
  const onInputKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" || event.key === ",") {
      if (event.key === "," || draft.trim()) event.preventDefault();
      add(draft);
    } else if (event.key === "Backspace" && draft === "") {
      box.current?.querySelector<HTMLButtonElement>("li:last-of-type button")?.focus();
    }
  };
  const onTagKey = (event: KeyboardEvent, index: number) => {
    if (event.key !== "Backspace" && event.key !== "Delete") return;
    event.preventDefault();
    remove(index);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (!/[,\n]/.test(text)) return;
    event.preventDefault();
    add(text);
  };

  return (
    <div
      ref={box}
      className={cx(
        controlClass,
        "ring-within flex min-h-9 flex-wrap items-center gap-1.5 px-1.5 py-1",
        Boolean(wiring["aria-invalid"]) && "border-danger",
        className,
      )}
    >
      <ul className="contents">
        {tags.map((tag, index) => (
          <li
            key={tag}
            className="flex min-h-6 min-w-0 items-center gap-0.5 rounded-md bg-active pl-2 text-[0.8125rem] has-focus-visible:bg-solid has-focus-visible:text-on-solid"
          >
            <ContentText className="min-w-0 wrap-anywhere">{tag}</ContentText>
            <button
              type="button"
              aria-label={`Remove ${tag}`}
              onClick={() => remove(index)}
              onKeyDown={(event) => onTagKey(event, index)}
              className="flex size-6 shrink-0 items-center justify-center rounded-md opacity-70 hover:opacity-100 focus-visible:opacity-100"
            >
              <X aria-hidden="true" className="size-3.5" />
            </button>
            {name ? <input type="hidden" name={name} value={tag} /> : null}
          </li>
        ))}
      </ul>
      <input
        ref={input}
        {...content}
        {...wiring}
        aria-label={props["aria-label"]}
        value={draft}
        maxLength={maxLength}
        list={suggestions.length > 0 ? listId : undefined}
        autoComplete={suggestions.length > 0 ? "off" : undefined}
        placeholder={tags.length === 0 ? placeholder : undefined}
        onChange={(event) => {
          setDraft(event.target.value);
          onProblem?.(null);
        }}
        onKeyDown={onInputKey}
        onPaste={onPaste}
        onBlur={() => draft.trim() && add(draft)}
        className="h-6 min-w-16 grow bg-transparent px-1.5 placeholder:text-faint"
      />
      {suggestions.length > 0 ? (
        <datalist id={listId}>
          {suggestionsFor(draft, suggestions, tags).map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      ) : null}
      <LiveRegion message={announcement} />
    </div>
  );
}
