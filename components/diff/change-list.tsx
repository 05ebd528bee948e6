import type { ReactNode } from "react";
import { ContentText } from "@/components/ui/content-text";
import { Passage } from "@/components/ui/passage";
import type { BrandDocument } from "@/lib/brand-document";
import type { ChangedPart } from "@/lib/contract";
import { type FieldChange, labelPieces, languageAt } from "@/lib/identity";
import { ChangePictures } from "./change-pictures";
import { statedText } from "./stated-text";
import { ValueDiff } from "./value-diff";

export const PART_NAMES: Record<ChangedPart, string> = {
  brand: "Name and slug",
  identity: "Identity",
  colors: "Palette",
  logos: "Logos",
  assets: "Assets",
};

/** The names of all entries that have an id, to tell an order in words. */
export function entryNames(...documents: readonly BrandDocument[]): ReadonlyMap<string, string> {
  return new Map(
    documents.flatMap(({ colors, logos, assets, typography }) => [
      ...colors.palette.map(({ id, name }): [string, string] => [id, name]),
      ...logos.items.map(({ id, label }): [string, string] => [id, label]),
      ...assets.map(({ id, name }): [string, string] => [id, name]),
      ...(typography?.fonts ?? []).map(({ id, family }): [string, string] => [id, family]),
    ]),
  );
}

type ChangeListProps = {
  changes: readonly FieldChange[];
  names: ReadonlyMap<string, string>;
  level?: 2 | 3;
  /** What stands below a change, such as what people say of it. */
  below?: (change: FieldChange) => ReactNode;
};

/** Changes of a document, grouped by part, each with what was and what is: readable without knowing the format. */
export function ChangeList({ changes, names, level = 3, below }: ChangeListProps) {
  const parts = [...new Set(changes.map((change) => change.part))];
  const Heading = `h${level}` as const;
  return (
    <ChangePictures changes={changes}>
      <div className="flex flex-col gap-6">
        {parts.map((part) => {
          const own = changes.filter((change) => change.part === part);
          return (
            <section key={part} aria-label={PART_NAMES[part]}>
              <Heading className="mb-2 flex items-baseline gap-2 font-semibold">
                {PART_NAMES[part]}
                <span className="font-normal text-[0.8125rem] text-muted tabular-nums">{own.length}</span>
              </Heading>
              <ul className="divide-y divide-line rounded-xl border border-line bg-surface">
                {own.map((change) => (
                  <li key={change.path} className="px-4 py-3">
                    <ChangeLabel {...change} />
                    <div className="mt-1.5">
                      <ChangeValue change={change} names={names} />
                    </div>
                    {below ? <div className="mt-3 flex flex-col gap-2">{below(change)}</div> : null}
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </ChangePictures>
  );
}

/** `Persona · Voice · Summary`, its last word the loudest; a name that people gave is in their language. */
export function ChangeLabel({ path, label }: Pick<FieldChange, "path" | "label">): ReactNode {
  const { words, name } = labelPieces({ path, label });
  const steps = words.split(" · ");
  const last = steps.at(-1);
  return (
    <p className="text-[0.8125rem]">
      {steps.length > 1 ? <span className="text-muted">{`${steps.slice(0, -1).join(" · ")} · `}</span> : null}
      {last ? <span className="font-medium">{last}</span> : null}
      {name ? <ContentText className="font-medium wrap-anywhere">{name}</ContentText> : null}
    </p>
  );
}

type ChangeValueProps = { change: FieldChange; names: ReadonlyMap<string, string> };

/** What became of one field, in the language that its path names; ids of an order are told as names. */
export function ChangeValue(props: ChangeValueProps) {
  return (
    <Passage lang={languageAt(props.change.path)}>
      <ToldChange {...props} />
    </Passage>
  );
}

function ToldChange({ change, names }: ChangeValueProps) {
  const { path, before, after } = change;
  if (path.startsWith("typography.roles.")) {
    const nameOf = (id: unknown) => (typeof id === "string" ? (names.get(id) ?? "Unnamed") : undefined);
    return <ValueDiff field="typeface" before={nameOf(before)} after={nameOf(after)} />;
  }
  const stated = statedText(path, (id) => names.get(id) ?? "Unnamed");
  if (stated) return <ValueDiff field="stated" before={stated(before)} after={stated(after)} />;
  if (!path.endsWith("#order")) {
    return <ValueDiff field={fieldOf(path)} before={before} after={after} />;
  }
  const nameAll = (ids: unknown) => (ids as string[]).map((id) => names.get(id) ?? "Unnamed").join(", ");
  return <ValueDiff field="order" before={nameAll(before)} after={nameAll(after)} />;
}

/** The field's own name, by which its value is put in words. */
export const fieldOf = (path: string): string =>
  path.startsWith("colors.dark.") ? "hex" : (path.split(".").at(-1) ?? path);
