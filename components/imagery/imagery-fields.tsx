"use client";

import { Image, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { SIDES, type SrcOf, STYLE_NAMES } from "@/components/chapters/imagery-chapter";
import { useDraftValue } from "@/components/draft/draft-provider";
import type { SignFiles } from "@/components/files/file-facts";
import { FilePicture } from "@/components/files/file-picture";
import { useSignedUrls } from "@/components/files/use-signed-urls";
import { Button } from "@/components/ui/button";
import { ContentText } from "@/components/ui/content-text";
import { Dialog } from "@/components/ui/dialog";
import { Field, MeasureField, Textarea } from "@/components/ui/field";
import { SEARCH_FROM } from "@/components/ui/list-sizes";
import { RowButton } from "@/components/ui/row-button";
import { SearchInput } from "@/components/ui/search-field";
import { ChoiceField } from "@/components/ui/select";
import { cx } from "@/components/ui/styles";
import { TextLink } from "@/components/ui/text";
import { usePanelAddress } from "@/components/ui/use-panel-address";
import {
  addExample,
  changeDirection,
  type DirectionChange,
  type ExampleList,
  findAssets,
  IMAGERY_NAMES,
  type StoredAsset,
  type StoredDirection,
  type StoredExample,
  type StoredImagery,
  setExample,
  thumbnailOf,
} from "@/lib/content";
import { ICON_STYLES, IDENTITY_LIMITS, IMAGERY_KINDS, IMAGERY_LIMITS, type ImageryKind } from "@/lib/contract";
import { oneOf } from "@/lib/platform/ids";

const STYLES = [
  { value: "" as const, label: "Not set" },
  ...ICON_STYLES.map((value) => ({ value, label: STYLE_NAMES[value] })),
];

type IconFieldsProps = { value: StoredDirection; onChange: (change: DirectionChange, field: string) => void };

function IconFields({ value, onChange }: IconFieldsProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <ChoiceField
        label="Style"
        options={STYLES}
        value={value.style ?? ""}
        onChange={(style) => onChange({ style: style || undefined }, "style")}
      />
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

type ExamplesProps = Omit<ImageryFieldsProps, "signFiles"> & { list: ExampleList; onPick: (at: number) => void };

function Examples(props: ExamplesProps) {
  const { kind, list, imagery, edit } = props;
  const { title, Icon, ink } = SIDES[list];
  const examples = imagery[kind]?.[list] ?? [];
  const full = examples.length >= IMAGERY_LIMITS.examples ? `At most ${IMAGERY_LIMITS.examples} examples.` : null;
  return (
    <div id={`imagery.${kind}.${list}`} tabIndex={-1} className="flex min-w-0 flex-col gap-3">
      <h3 className={cx("flex items-center gap-2 font-semibold", ink)}>
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
        disabledReason={full}
        aria-label={`Add example: ${title.toLowerCase()}, ${IMAGERY_NAMES[kind].toLowerCase()}`}
        onClick={() => edit("Add example", addExample(imagery, kind, list))}
      >
        Add example
      </Button>
    </div>
  );
}

function Example(props: ExamplesProps & { example: StoredExample; at: number }) {
  const { kind, list, imagery, pictures, srcOf, edit, example, at, onPick } = props;
  const { title, edge } = SIDES[list];
  const name = `${title} ${at + 1}`;
  const shown = pictures.find(({ id }) => id === example.asset_id);
  const withExample = (next: StoredExample | null) => setExample(imagery, { kind, list, at }, next);
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
        <RowButton
          verb={shown ? "Change picture" : "Choose picture"}
          of={`of ${name.toLowerCase()}`}
          icon={<Image />}
          className="w-fit"
          onClick={() => onPick(at)}
        />
        <Field label={`Description of ${name.toLowerCase()}`}>
          <Textarea
            rows={2}
            value={example.note ?? ""}
            maxLength={IDENTITY_LIMITS.stringLength}
            onChange={(event) =>
              edit("Edit example", withExample({ ...example, note: event.target.value }), `${kind} ${list} ${at}`)
            }
          />
        </Field>
        <RowButton
          verb="Remove"
          of={name.toLowerCase()}
          variant="ghost"
          icon={<Trash2 />}
          className="w-fit"
          onClick={() => edit("Remove example", withExample(null))}
        />
      </div>
    </article>
  );
}

const CHOICE_PX = 160;
/** Pictures shown and signed before “Show more”. */
const STEP = 24;

type PicturePickerProps = {
  /** What the picture is for: "do 1, photography". */
  purpose: string;
  pictures: readonly StoredAsset[];
  chosen: string | undefined;
  brandId: string;
  signFiles: SignFiles;
  onChoose: (assetId: string | null) => void;
  onClose: () => void;
};

function PicturePicker(props: PicturePickerProps) {
  const { purpose, pictures, chosen, brandId, signFiles, onChoose, onClose } = props;
  const [text, setText] = useState("");
  const [most, setMost] = useState(STEP);
  const found = findAssets(pictures, { text, kind: null });
  const shown = found.slice(0, most);
  const wanted = shown.map(({ file }) => thumbnailOf(file, CHOICE_PX));
  const { urlOf } = useSignedUrls({ brandId, wanted, initial: {}, sign: signFiles });
  return (
    <Dialog
      open
      size="lg"
      title={`Choose a picture for ${purpose}`}
      onOpenChange={(open) => open || onClose()}
      footer={chosen ? <Button onClick={() => onChoose(null)}>Remove picture</Button> : null}
    >
      <div className="flex flex-col gap-4">
        {pictures.length >= SEARCH_FROM ? (
          <SearchInput
            aria-label="Find picture"
            placeholder="Search by name or type"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        ) : null}
        {found.length === 0 ? (
          <p className="text-muted">
            {pictures.length === 0 ? "No pictures yet. Upload some under Assets." : "No matching pictures."}
          </p>
        ) : (
          <ul aria-label="Pictures" className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3 p-1">
            {shown.map(({ id, name, file }) => (
              <li key={id} className="min-w-0">
                <button
                  type="button"
                  aria-pressed={id === chosen}
                  onClick={() => onChoose(id)}
                  className={cx(
                    "flex w-full min-w-0 flex-col overflow-clip rounded-xl border border-line bg-surface text-left hover:border-line-strong hover:bg-hover",
                    id === chosen && "outline-2 outline-accent outline-offset-2",
                  )}
                >
                  <span className="checkered flex h-28 w-full items-center justify-center border-line border-b">
                    <FilePicture src={urlOf(thumbnailOf(file, CHOICE_PX))} file={file} alt="" className="size-full" />
                  </span>
                  <ContentText className="w-full truncate px-3 py-2">{name}</ContentText>
                </button>
              </li>
            ))}
          </ul>
        )}
        {found.length > most ? (
          <Button className="w-fit" onClick={() => setMost(most + STEP)}>
            Show more of {found.length}
          </Button>
        ) : null}
      </div>
    </Dialog>
  );
}

const PANEL = { parameter: "picture", prefixes: [] };

/** Parses an example's position from the URL (`photo.dos.0`). Null when invalid. */
export function placeOf(text: string | null): { kind: ImageryKind; list: ExampleList; at: number } | null {
  const [, kind, list, at] = /^([a-z]+)\.(dos|donts)\.(\d{1,3})$/.exec(text ?? "") ?? [];
  const known = oneOf(IMAGERY_KINDS, kind ?? null);
  return known ? { kind: known, list: list === "dos" ? "dos" : "donts", at: Number(at) } : null;
}

type ImageryFieldsProps = {
  kind: ImageryKind;
  imagery: StoredImagery;
  pictures: readonly StoredAsset[];
  srcOf: SrcOf;
  signFiles: SignFiles;
  edit: (label: string, next: StoredImagery, joins?: string) => void;
};

export function ImageryFields({ signFiles, ...props }: ImageryFieldsProps) {
  const { kind, imagery, pictures, edit } = props;
  const { id: openId, go } = usePanelAddress(PANEL);
  const { brandId, brandSlug } = useDraftValue(({ state }) => state);
  const name = IMAGERY_NAMES[kind].toLowerCase();
  const direction: StoredDirection = imagery[kind] ?? {};
  const place = placeOf(openId);
  const picked = place?.kind === kind ? direction[place.list]?.[place.at] : undefined;
  const change = (next: DirectionChange, field: string) =>
    edit(`Change ${name}`, changeDirection(imagery, kind, next), `${kind} ${field}`);
  return (
    <div className="flex flex-col gap-5">
      <Field id={`imagery.${kind}.direction`} label={`Direction for ${name}`}>
        <Textarea
          rows={4}
          value={direction.direction ?? ""}
          maxLength={IDENTITY_LIMITS.stringLength}
          onChange={(event) => change({ direction: event.target.value }, "direction")}
        />
      </Field>
      {kind === "icon" ? <IconFields value={direction} onChange={change} /> : null}
      {pictures.length === 0 ? (
        <p className="text-muted">
          To show pictures in examples, upload some under <TextLink href={`/b/${brandSlug}/assets`}>Assets</TextLink>.
        </p>
      ) : null}
      <div className="grid gap-5 lg:grid-cols-2">
        {(["dos", "donts"] as const).map((list) => (
          <Examples key={list} {...props} list={list} onPick={(at) => go(`${kind}.${list}.${at}`)} />
        ))}
      </div>
      {place && picked ? (
        <PicturePicker
          purpose={`${place.list === "dos" ? "do" : "don’t"} ${place.at + 1}, ${name}`}
          pictures={pictures}
          chosen={picked.asset_id}
          brandId={brandId}
          signFiles={signFiles}
          onChoose={(assetId) => {
            const { asset_id: _, ...words } = picked;
            edit("Edit example", setExample(imagery, place, assetId ? { ...words, asset_id: assetId } : words));
            go(null);
          }}
          onClose={() => go(null)}
        />
      ) : null}
    </div>
  );
}
