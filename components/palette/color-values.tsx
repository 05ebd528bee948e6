import { Fragment, type ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import type { ColorForm } from "@/lib/content";

type ColorValuesProps = {
  name: string;
  forms: readonly ColorForm[];
  /** Further rows, of three cells each. */
  children?: ReactNode;
};

/** A colour's values, each with its copy. The longest, of 17 letters, has room in one line of a card of 14.5rem. */
export function ColorValues({ name, forms, children }: ColorValuesProps) {
  return (
    <dl className="-mr-1.5 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2 text-xs">
      {forms.map(({ name: form, shown, css }) => (
        <Fragment key={form}>
          <dt className="text-muted">{form}</dt>
          <dd className="font-mono">{shown}</dd>
          <dd>
            <CopyButton value={css} label={`Copy the ${form === "Hex" ? "hex" : form} of ${name}`} />
          </dd>
        </Fragment>
      ))}
      {children}
    </dl>
  );
}
