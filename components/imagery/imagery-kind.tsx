"use client";

import { Check, Image, Plus, Trash2, X } from "lucide-react";
import { FilePicture } from "@/components/files/file-picture";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { MeasureField } from "@/components/ui/input";
import { Section } from "@/components/ui/section";
import { Select } from "@/components/ui/select";
import { cx } from "@/components/ui/styles";
import { Textarea } from "@/components/ui/textarea";
import {
  addExample,
  changeDirection,
  type DirectionChange,
  type ExampleList,
  IMAGERY_NAMES,
  type StoredAsset,
  type StoredDirection,
  type StoredExample,
  type StoredImagery,
  setExample,
} from "@/lib/content";
import { ICON_STYLES, IDENTITY_LIMITS, IMAGERY_LIMITS, type ImageryKind } from "@/lib/contract";
import type { SrcOf } from "./pictures";

const STYLE_NAMES = { outline: "Outline", filled: "Filled", duotone: "Two tones" } as const;
const STYLES = [{ value: "", label: "Not set" }, ...ICON_STYLES.map((value) => ({ value, label: STYLE_NAMES[value] }))];

type IconFieldsProps = { value: StoredDirection; onChange: (change: DirectionChange, field: string) => void };

function IconFields({ value, onChange }: IconFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <Field label="Style">
        <Select
          options={STYLES}
          value={value.style ?? ""}
          onChange={(event) => onChange({ style: ICON_STYLES.find((one) => one === event.target.value) }, "style")}
        />
      </Field>
      <MeasureField
        label="Grid"
        value={value.grid_px}
        max={IMAGERY_LIMITS.gridPx}
        whole
        onChange={(grid_px) => onChange({ grid_px }, "grid")}
      />
      <MeasureField
        label="Line width"
        value={value.stroke_px}
        max={IMAGERY_LIMITS.strokePx}
        onChange={(stroke_px) => onChange({ stroke_px }, "stroke")}
      />
    </div>
  );
}

const SIDES = {
  dos: { title: "Do", Icon: Check, tone: "text-success", edge: "border-t-success" },
  donts: { title: "Don’t", Icon: X, tone: "text-danger", edge: "border-t-danger" },
} as const;

type ExamplesProps = {
  id: string;
  kindName: string;
  list: ExampleList;
  examples: readonly StoredExample[];
  pictures: readonly StoredAsset[];
  srcOf: SrcOf;
  reason: string | null;
  onAdd: () => void;
  onPick: (at: number) => void;
  onChange: (at: number, example: StoredExample) => void;
  onRemove: (at: number) => void;
};

function Examples(props: ExamplesProps) {
  const { id, kindName, list, examples, reason, onAdd } = props;
  const { title, Icon, tone } = SIDES[list];
  const full = examples.length >= IMAGERY_LIMITS.examples ? `At most ${IMAGERY_LIMITS.examples} examples.` : null;
  return (
    <div id={id} tabIndex={-1} className="flex min-w-0 flex-col gap-3">
      <h3 className={cx("flex items-center gap-2 font-semibold", tone)}>
        <Icon aria-hidden="true" className="size-4" />
        {title}
      </h3>
      {examples.map((example, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: examples have no id
        <Example key={at} {...props} example={example} at={at} />
      ))}
      <Button
        size="sm"
        icon={<Plus />}
        className="w-fit"
        disabledReason={reason ?? full}
        aria-label={`Add example: ${title.toLowerCase()}, ${kindName}`}
        onClick={onAdd}
      >
        Add example
      </Button>
    </div>
  );
}

function Example(props: ExamplesProps & { example: StoredExample; at: number }) {
  const { list, pictures, srcOf, reason, example, at, onPick, onChange, onRemove } = props;
  const { title, edge } = SIDES[list];
  const name = `${title} ${at + 1}`;
  const shown = pictures.find(({ id }) => id === example.asset_id);
  return (
    <article
      aria-label={name}
      className={cx("overflow-clip rounded-xl border border-line border-t-3 bg-surface", edge)}
    >
      {shown ? (
        <div className="checkered flex h-48 items-center justify-center">
          <FilePicture src={srcOf(shown.file)} file={shown.file} alt={shown.name} className="size-full" />
        </div>
      ) : null}
      <div className="flex flex-col gap-3 p-4">
        <Button
          size="sm"
          icon={<Image />}
          className="w-fit"
          disabledReason={reason}
          aria-label={`${shown ? "Change picture" : "Choose picture"} of ${name.toLowerCase()}`}
          onClick={() => onPick(at)}
        >
          {shown ? "Change picture" : "Choose picture"}
        </Button>
        <Field label={`Description of ${name.toLowerCase()}`}>
          <Textarea
            rows={2}
            value={example.note ?? ""}
            maxLength={IDENTITY_LIMITS.stringLength}
            onChange={(event) => onChange(at, { ...example, note: event.target.value })}
          />
        </Field>
        <Button
          size="sm"
          variant="ghost"
          icon={<Trash2 />}
          className="w-fit"
          disabledReason={reason}
          aria-label={`Remove ${name.toLowerCase()}`}
          onClick={() => onRemove(at)}
        >
          Remove
        </Button>
      </div>
    </article>
  );
}

const ABOUT: Readonly<Record<ImageryKind, string>> = {
  photo: "Subject, light and viewpoint of photographs.",
  illustration: "How illustrations are drawn and used.",
  icon: "How icons are drawn, so new ones match.",
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
      onAdd={() => edit("Add example", addExample(imagery, kind, list))}
      onPick={(at) => onPick(list, at)}
      onChange={(at, example) =>
        edit("Edit example", setExample(imagery, { kind, list, at }, example), `${kind} ${list} ${at}`)
      }
      onRemove={(at) => edit("Remove example", setExample(imagery, { kind, list, at }, null))}
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
