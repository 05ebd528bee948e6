import type { ReactNode } from "react";
import { SubmitButton } from "@/components/ui/submit-button";
import { LinkButton } from "@/components/ui/text-link";
import { pathWith } from "./browser";
import { Field } from "./field";
import { Input } from "./input";
import { QueryForm } from "./query-form";

type FilterBarProps = {
  /** The list's path. Filters are URL parameters, so a filtered list can be linked. */
  action: string;
  label: string;
  filtered: boolean;
  /** Other URL parameters to keep. */
  keep?: Record<string, string>;
  children: ReactNode;
};

export function FilterBar({ action, label, filtered, keep = {}, children }: FilterBarProps) {
  return (
    <search aria-label={label}>
      <QueryForm action={action} className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap sm:[&>div]:w-40">
        {Object.entries(keep).map(([name, value]) =>
          value ? <input key={name} type="hidden" name={name} value={value} /> : null,
        )}
        {children}
        <SubmitButton variant="secondary">Filter</SubmitButton>
        {filtered ? (
          <LinkButton href={pathWith(action, keep)} variant="ghost" scroll={false}>
            Clear
          </LinkButton>
        ) : null}
      </QueryForm>
    </search>
  );
}

export function DayRange({ from, until }: { from: string; until: string }) {
  return (
    <>
      <Field label="From">
        <Input name="from" type="date" defaultValue={from} />
      </Field>
      <Field label="To">
        <Input name="until" type="date" defaultValue={until} />
      </Field>
    </>
  );
}
