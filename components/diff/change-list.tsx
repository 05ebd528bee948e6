import type { ReactNode } from "react";
import { ContentText } from "@/components/ui/content-text";
import { Passage } from "@/components/ui/passage";
import type { ChangedPart } from "@/lib/contract";
import { type ChangedField, type FieldDiff, labelPieces, languageAt } from "@/lib/identity";
import { ChangePictures } from "./change-pictures";
import { ValueDiff } from "./value-diff";

export const PART_NAMES: Record<ChangedPart, string> = {
  brand: "Name and slug",
  identity: "Identity",
  colors: "Palette",
  logos: "Logos",
  assets: "Assets",
};

type ChangeListProps = {
  changes: readonly FieldDiff[];
  level?: 2 | 3;
  /** The way to see a change that is too long to stand with the others. */
  show: (change: ChangedField) => ReactNode;
  /** What stands below a change, such as what people say of it. */
  below?: (change: ChangedField) => ReactNode;
};

/** Changes of a document, grouped by part, each with what was and what is: readable without knowing the format. */
export function ChangeList({ changes, level = 3, show, below }: ChangeListProps) {
  const parts = [...new Set(changes.map((change) => change.part))];
  const Heading = `h${level}` as const;
  return (
    <ChangePictures values={changes.map(({ diff }) => diff)}>
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
                      {change.diff ? <ChangeValue change={change} /> : <LongChange>{show(change)}</LongChange>}
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

function LongChange({ children }: { children: ReactNode }) {
  return <p className="flex flex-wrap items-center gap-2 text-muted">Changed {children}</p>;
}

/** `Persona · Voice · Summary`, its last word the loudest; a name that people gave is in their language. */
export function ChangeLabel({ path, label }: Pick<ChangedField, "path" | "label">): ReactNode {
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

/** What became of one field, in the language that its path names. */
export function ChangeValue({ change: { path, field, diff } }: { change: FieldDiff }) {
  return <Passage lang={languageAt(path)}>{diff ? <ValueDiff field={field} diff={diff} /> : null}</Passage>;
}
