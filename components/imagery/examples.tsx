"use client";

import { Check, Image, Plus, Trash2, X } from "lucide-react";
import { FilePicture } from "@/components/files/file-picture";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import type { StoredAsset, StoredExample } from "@/lib/brand-document";
import { IDENTITY_LIMITS, IMAGERY_LIMITS } from "@/lib/contract";
import type { ExampleList } from "@/lib/imagery";
import type { SrcOf } from "./pictures";

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

/** What to do, or what not to: each example a picture of the brand with words. */
export function Examples(props: ExamplesProps) {
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
        // biome-ignore lint/suspicious/noArrayIndexKey: an example is known by its place alone
        <Example key={at} {...props} example={example} at={at} />
      ))}
      <Button
        size="sm"
        icon={<Plus />}
        className="w-fit"
        disabledReason={reason ?? full}
        aria-label={`Add an example: ${title.toLowerCase()}, ${kindName}`}
        onClick={onAdd}
      >
        Add an example
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
        <Field label={`What to see in ${name.toLowerCase()}`}>
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
