"use client";

import { Field } from "@/components/ui/field";
import { Section } from "@/components/ui/section";
import { Textarea } from "@/components/ui/textarea";
import type { StoredAsset, StoredDirection, StoredImagery } from "@/lib/brand-document";
import { IDENTITY_LIMITS, type ImageryKind } from "@/lib/contract";
import {
  addExample,
  changeDirection,
  type DirectionChange,
  type ExampleList,
  IMAGERY_NAMES,
  setExample,
} from "@/lib/imagery";
import { Examples } from "./examples";
import { IconFields } from "./icon-fields";
import type { SrcOf } from "./pictures";

const ABOUT: Readonly<Record<ImageryKind, string>> = {
  photo: "What photographs show, in what light, and from where.",
  illustration: "How drawings are made, and what they are for.",
  icon: "How icons are drawn, so that new ones look like the others.",
};

type ImageryKindProps = {
  kind: ImageryKind;
  imagery: StoredImagery;
  pictures: readonly StoredAsset[];
  srcOf: SrcOf;
  reason: string | null;
  edit: (label: string, next: StoredImagery, joins?: string) => void;
  onPick: (list: ExampleList, at: number) => void;
};

/** One kind of pictures: its direction in words, rules where it has some, and examples of both sides beside each other. */
export function ImageryKindSection({ kind, imagery, pictures, srcOf, reason, edit, onPick }: ImageryKindProps) {
  const name = IMAGERY_NAMES[kind];
  const direction: StoredDirection = imagery[kind] ?? {};
  const change = (next: DirectionChange, field: string) =>
    edit(`Change ${name.toLowerCase()}`, changeDirection(imagery, kind, next), `${kind} ${field}`);
  const examples = (list: ExampleList) => (
    <Examples
      id={`imagery.${kind}.${list}`}
      kindName={name.toLowerCase()}
      list={list}
      examples={direction[list] ?? []}
      pictures={pictures}
      srcOf={srcOf}
      reason={reason}
      onAdd={() => edit("Add an example", addExample(imagery, kind, list))}
      onPick={(at) => onPick(list, at)}
      onChange={(at, example) =>
        edit("Change an example", setExample(imagery, { kind, list, at }, example), `${kind} ${list} ${at}`)
      }
      onRemove={(at) => edit("Remove an example", setExample(imagery, { kind, list, at }, null))}
    />
  );
  return (
    <Section id={kind} title={name} description={ABOUT[kind]}>
      <div className="flex flex-col gap-5">
        <Field id={`imagery.${kind}.direction`} label={`Direction for ${name.toLowerCase()}`}>
          <Textarea
            rows={4}
            value={direction.direction ?? ""}
            maxLength={IDENTITY_LIMITS.stringLength}
            onChange={(event) => change({ direction: event.target.value }, "direction")}
          />
        </Field>
        {kind === "icon" ? <IconFields value={direction} onChange={change} /> : null}
        <div className="grid gap-5 lg:grid-cols-2">
          {examples("dos")}
          {examples("donts")}
        </div>
      </div>
    </Section>
  );
}
