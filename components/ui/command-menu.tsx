"use client";

import { Command, useCommandState } from "cmdk";
import { Check, Search } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import { MixedText } from "./content-text";
import { Spinner } from "./loading";
import { cx, menuItemClass, overlayClass } from "./styles";
import type { TypeAhead } from "./type-ahead";

export type CommandOption = {
  id: string;
  label: string;
  /** The rendered label, if a part of it is in another language. */
  shown?: ReactNode;
  hint?: ReactNode;
  icon?: ReactNode;
  selected?: boolean;
  onSelect: () => void;
};

type CommandGroup = { heading?: string; options: readonly CommandOption[] };

type CommandMenuProps = {
  label: string;
  groups: readonly CommandGroup[];
  placeholder?: string;
  emptyText?: string;
  query: string;
  onQueryChange: (query: string) => void;
  loading?: boolean;
  /** Holds what is typed before the input has focus. */
  ahead?: TypeAhead;
  footer?: ReactNode;
  hideSearch?: boolean;
  className?: string;
};

/**
 * Options and a search field with the keyboard behaviour of a combobox. The caller filters the options. `hideSearch`
 * keeps the input for keyboards and screen readers only.
 */
export function CommandMenu(props: CommandMenuProps) {
  const { label, groups, placeholder = "Search", emptyText = "No results", query, onQueryChange } = props;
  const { loading = false, ahead, footer, hideSearch = false, className } = props;
  const labelId = useId();
  const highlight = useHighlight(groups);
  const early = useEarlyEnter(groups, query, loading);
  const takeAhead = () => {
    const { typed, entered } = ahead?.take() ?? {};
    if (typed) onQueryChange(typed);
    if (entered) early.enter(typed ?? "");
  };
  return (
    <Command label={label} loop shouldFilter={false} {...highlight} className={cx("flex min-h-0 flex-col", className)}>
      <div
        className={
          hideSearch
            ? "sr-only"
            : "flex items-center gap-2.5 border-line border-b px-3.5 text-faint [&_svg]:size-4 [&_svg]:shrink-0"
        }
      >
        {loading ? <Spinner /> : <Search aria-hidden="true" />}
        <Command.Input
          value={query}
          onValueChange={onQueryChange}
          onKeyDown={early.onKeyDown}
          onFocus={takeAhead}
          placeholder={placeholder}
          className="h-11 min-w-0 grow bg-transparent text-base text-ink outline-none placeholder:text-faint sm:text-sm"
        />
      </div>
      <Command.List
        label={label}
        className="max-h-88 min-h-0 overflow-y-auto overscroll-contain not-has-[[cmdk-item]]:hidden p-1"
      >
        {groups.map((group, index) => (
          <Command.Group
            key={group.heading ?? `group-${labelId}-${index}`}
            heading={group.heading && <MixedText>{group.heading}</MixedText>}
            className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
          >
            {group.options.map((option) => (
              <CommandRow key={option.id} option={option} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      <NoMatches text={loading ? "Searching…" : emptyText} />
      {footer ? <div className="border-line border-t p-1">{footer}</div> : null}
    </Command>
  );
}

/** Controls the highlighted option for a list that changes from outside: the selected one, else the first. */
function useHighlight(groups: readonly CommandGroup[]) {
  const options = groups.flatMap((group) => group.options);
  const list = options.map(({ id }) => id).join("\n");
  const [moved, setMoved] = useState({ list: "", id: "" });
  const start = options.find(({ selected }) => selected) ?? options[0];
  return {
    value: moved.list === list ? moved.id : (start?.id ?? ""),
    onValueChange: (id: string) => setMoved({ list, id }),
  };
}

/** Keeps an Enter pressed while results load, then selects the first one. */
function useEarlyEnter(groups: readonly CommandGroup[], query: string, loading: boolean) {
  const [entered, setEntered] = useState<string | null>(null);
  const [first] = groups.flatMap((group) => group.options);
  useEffect(() => {
    if (entered === null || (loading && entered === query)) return;
    setEntered(null);
    if (entered === query) first?.onSelect();
  }, [entered, loading, query, first]);
  return {
    enter: setEntered,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === "Enter" && loading && !first) setEntered(query);
    },
  };
}

/** Outside the list, which can only contain options, and always rendered, so that changes are announced. */
function NoMatches({ text }: { text: string }) {
  const none = useCommandState((state) => state.filtered.count === 0);
  return (
    <p role="status" className={none ? "px-3 py-8 text-center text-muted" : "sr-only"}>
      {none ? text : ""}
    </p>
  );
}

function CommandRow({ option }: { option: CommandOption }) {
  const { id, label, shown, hint, icon, selected = false, onSelect } = option;
  return (
    <Command.Item
      value={id}
      onSelect={onSelect}
      className={cx(menuItemClass, "data-[selected=true]:bg-hover [&>svg]:text-muted")}
    >
      {icon}
      <span className="flex min-w-0 grow flex-col">
        <span dir="auto" className="truncate">
          {shown ?? label}
        </span>
        {hint ? <span className="truncate text-muted text-xs">{hint}</span> : null}
      </span>
      {selected ? (
        <>
          <Check aria-hidden="true" />
          <span className="sr-only">(current)</span>
        </>
      ) : null}
    </Command.Item>
  );
}

type CommandPaletteProps = CommandMenuProps & {
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

/** A CommandMenu in a modal. Close it in each option's `onSelect`. */
export function CommandPalette({ open, onOpenChange, ...menu }: CommandPaletteProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayClass} />
        <RadixDialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[8dvh] z-50 mx-auto flex max-h-[70dvh] max-w-xl animate-pop-in flex-col overflow-clip rounded-2xl border border-line bg-raised shadow-floating sm:top-[14dvh]"
        >
          <RadixDialog.Title className="sr-only">{menu.label}</RadixDialog.Title>
          <CommandMenu {...menu} />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
