"use client";

import Form from "next/form";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";

type QueryFormProps = { action: string; className?: string; children: ReactNode };

/** What a field shows for a parameter of the URL; a select falls back on its first option. */
function shownIn(field: HTMLInputElement | HTMLSelectElement, given: string | null): string {
  if (field instanceof HTMLInputElement) return given ?? "";
  const values = Array.from(field.options, ({ value }) => value);
  return given !== null && values.includes(given) ? given : (values[0] ?? "");
}

/**
 * A form whose fields are parameters of the URL: submitting goes to `action?…`. When the URL changes in another way (a link
 * that clears it, or the way back) its fields follow, and nothing is mounted anew, so that the focus stays where it was.
 */
export function QueryForm({ action, className, children }: QueryFormProps) {
  const query = useSearchParams().toString();
  const shown = useRef(query);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // What was typed before the script ran is kept.
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
    <Form ref={form} action={action} scroll={false} className={className}>
      {children}
    </Form>
  );
}
