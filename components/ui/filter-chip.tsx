"use client";

import { Check, ChevronDown, Plus, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Input } from "./field";
import { Link } from "./link";
import { cx, floatingClass, menuItemClass } from "./styles";

export type FilterLink = { href: string; label: string; current: boolean };

type FilterChipProps = {
  label: string;
  /** The filter in words. Empty without a filter. */
  value: string;
  removeHref: string | null;
  links?: readonly FilterLink[];
  /** A form, if links can't offer every value. */
  children?: ReactNode;
};

/** Longer lists get a field to find an option. */
const FIND_FROM = 10;

/** A filter that opens its links. They work without scripts, which only close the panel again. */
export function FilterChip({ label, value, removeHref, links = [], children }: FilterChipProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [find, setFind] = useState("");
  const close = () => {
    if (!details.current) return;
    details.current.open = false;
    details.current.querySelector("summary")?.focus();
  };
  useEffect(() => {
    const around = details.current;
    if (!open || !around || !panel.current) return;
    const { right } = panel.current.getBoundingClientRect();
    const over = right + 8 - document.documentElement.clientWidth;
    panel.current.style.translate = over > 0 ? `${-over}px` : "";
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !around.contains(target)) around.open = false;
    };
    const heard = new AbortController();
    for (const type of ["pointerdown", "focusin"]) document.addEventListener(type, leave, { signal: heard.signal });
    return () => heard.abort();
  }, [open]);
  const shown = links.filter(({ label }) => label.toLowerCase().includes(find.toLowerCase()));
  return (
    <span
      className={cx(
        "inline-flex h-8 max-w-full items-center rounded-full border text-[0.8125rem] transition-colors hover:bg-hover",
        value ? "border-line-strong bg-surface" : "border-line-strong border-dashed text-muted",
      )}
    >
      <details
        ref={details}
        name="filter"
        suppressHydrationWarning
        className="relative min-w-0"
        onToggle={({ currentTarget }) => {
          setOpen(currentTarget.open);
          setFind("");
        }}
        onKeyDown={({ key }) => {
          if (key === "Escape") close();
        }}
        onSubmit={() => close()}
      >
        <summary
          className={cx(
            "flex h-8 list-none items-center gap-1.5 rounded-full pl-3 [&::-webkit-details-marker]:hidden [&_svg]:size-3.5 [&_svg]:shrink-0",
            removeHref ? "pr-1" : "pr-3",
          )}
        >
          {value ? null : <Plus aria-hidden="true" />}
          <span className="truncate">
            {label}
            {value ? <span className="font-medium text-ink">{`: ${value}`}</span> : null}
          </span>
          {value && !removeHref ? <ChevronDown aria-hidden="true" className="text-muted" /> : null}
        </summary>
        <div
          ref={panel}
          className={cx(
            floatingClass,
            "fixed inset-x-3 bottom-3 max-h-[60dvh] overflow-y-auto p-1 sm:absolute sm:inset-x-auto sm:top-full sm:bottom-auto sm:left-0 sm:mt-1.5 sm:max-h-80 sm:w-max sm:min-w-48 sm:max-w-80",
          )}
        >
          {links.length >= FIND_FROM ? (
            <Input
              type="search"
              value={find}
              onChange={({ currentTarget }) => setFind(currentTarget.value)}
              aria-label={`Find ${label.toLowerCase()}`}
              placeholder="Find"
              className="mb-1 noscript:hidden"
            />
          ) : null}
          {links.length > 0 ? (
            <ul aria-label={label}>
              {shown.map((link) => (
                <li key={link.href}>
                  <Link
                    href={link.href}
                    scroll={false}
                    aria-current={link.current ? "true" : undefined}
                    onClick={() => close()}
                    className={cx(menuItemClass, "hover:bg-hover max-sm:min-h-11")}
                  >
                    <span className="min-w-0 grow wrap-anywhere">{link.label}</span>
                    {link.current ? <Check aria-hidden="true" /> : null}
                  </Link>
                </li>
              ))}
            </ul>
          ) : null}
          {children}
        </div>
      </details>
      {removeHref ? (
        <Link
          href={removeHref}
          scroll={false}
          aria-label={`Remove filter: ${label}`}
          className="mr-1 flex size-6 shrink-0 items-center justify-center rounded-full text-muted hover:bg-active hover:text-ink"
        >
          <X aria-hidden="true" className="size-3.5" />
        </Link>
      ) : null}
    </span>
  );
}
