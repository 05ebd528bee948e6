"use client";

import Form from "next/form";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";

type QueryFormProps = {
  action: string;
  keep?: Record<string, string | null | undefined>;
  className?: string;
  children: ReactNode;
};

/** A field's value for a URL parameter. Selects fall back to their first option. */
function shownIn(field: HTMLInputElement | HTMLSelectElement, param: string | null): string {
  if (field instanceof HTMLInputElement) return param ?? "";
  const values = Array.from(field.options, ({ value }) => value);
  return param !== null && values.includes(param) ? param : (values[0] ?? "");
}

/**
 * A form whose fields are URL parameters. When the URL changes otherwise, its fields follow without remounting, so the
 * focus stays.
 */
export function QueryForm({ action, keep = {}, className, children }: QueryFormProps) {
  const query = useSearchParams().toString();
  const shown = useRef(query);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Keeps what was typed before the script ran.
    if (shown.current === query) return;
    shown.current = query;
    const parameters = new URLSearchParams(query);
    for (const field of form.current?.elements ?? []) {
      const isField =
        field instanceof HTMLSelectElement || (field instanceof HTMLInputElement && field.type !== "hidden");
      if (isField && field.name) field.value = shownIn(field, parameters.get(field.name));
    }
  }, [query]);
  return (
    <Form ref={form} action={action} prefetch={false} scroll={false} className={className}>
      {Object.entries(keep).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value} /> : null,
      )}
      {children}
    </Form>
  );
}
