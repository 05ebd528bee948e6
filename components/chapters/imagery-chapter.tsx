import { Check, X } from "lucide-react";
import { FilePicture } from "@/components/files/file-picture";
import { ContentText } from "@/components/ui/content-text";
import { cx } from "@/components/ui/styles";
import {
  type BrandDocument,
  type ExampleList,
  type FileRef,
  IMAGERY_NAMES,
  type StoredAsset,
  type StoredDirection,
  type StoredExample,
  thumbnailOf,
} from "@/lib/content";
import { IMAGERY_KINDS, type ImageryKind } from "@/lib/contract";
import { columnsOf, factBlock, type Reading, statementBlock, together } from "./chapter";

const ABOUT: Readonly<Record<ImageryKind, string>> = {
  photo: "Subject, light and viewpoint of photographs.",
  illustration: "How illustrations are drawn and used.",
  icon: "How icons are drawn, so new ones match.",
};

export const IMAGERY_SECTIONS = IMAGERY_KINDS.map((kind) => ({
  id: kind,
  title: IMAGERY_NAMES[kind],
  description: ABOUT[kind],
  paths: [`imagery.${kind}`],
}));

export const EXAMPLE_PX = 640;

export const STYLE_NAMES = { outline: "Outline", filled: "Filled", duotone: "Two tones" } as const;

export const SIDES = {
  dos: { title: "Do", Icon: Check, ink: "text-success", edge: "border-t-success" },
  donts: { title: "Don’t", Icon: X, ink: "text-danger", edge: "border-t-danger" },
} as const;

type Imagery = Pick<Partial<BrandDocument>, "imagery" | "assets">;

export const picturesOf = ({ assets = [] }: Imagery): StoredAsset[] =>
  assets.filter(({ file }) => file.mime.startsWith("image/"));

/** The views of the example pictures that the chapter shows. */
export function viewsOfExamples(document: Imagery): string[] {
  const named = new Set(
    Object.values(document.imagery ?? {}).flatMap(({ dos = [], donts = [] }) =>
      [...dos, ...donts].map(({ asset_id }) => asset_id),
    ),
  );
  return picturesOf(document).flatMap(({ id, file }) => (named.has(id) ? [thumbnailOf(file, EXAMPLE_PX)] : []));
}

export type SrcOf = (file: FileRef) => string | null;

export function imagerySections(document: Imagery, srcOf: SrcOf) {
  const pictures = new Map(picturesOf(document).map((asset) => [asset.id, asset]));
  return IMAGERY_SECTIONS.map((section) => ({
    ...section,
    reading: directionReading(document.imagery?.[section.id], pictures, srcOf),
  }));
}

type Pictures = ReadonlyMap<string, StoredAsset>;

function directionReading(direction: StoredDirection | undefined, pictures: Pictures, srcOf: SrcOf): Reading {
  if (!direction) return null;
  const { style, grid_px: grid, stroke_px: stroke } = direction;
  const facts = [style, grid, stroke].some(Boolean)
    ? factBlock([
        ["Style", style && STYLE_NAMES[style]],
        ["Grid", grid && `${grid} px`],
        ["Line width", stroke && `${stroke} px`],
      ])
    : null;
  const isPictured = (list: ExampleList) => direction[list]?.some(({ asset_id }) => pictures.has(asset_id ?? ""));
  // Words in a column beside pictures would leave most of it empty.
  const isUneven = isPictured("dos") !== isPictured("donts");
  const side = (list: ExampleList) => sideReading(list, direction[list], isUneven, pictures, srcOf);
  const sides = [side("dos"), side("donts")];
  return together(statementBlock(direction.direction), facts, ...(isUneven ? sides : [columnsOf(...sides)]));
}

function sideReading(
  list: ExampleList,
  examples: readonly StoredExample[] = [],
  isRow: boolean,
  pictures: Pictures,
  srcOf: SrcOf,
): Reading {
  const { title, Icon, ink, edge } = SIDES[list];
  const shown = examples.filter(({ asset_id, note }) => note || (asset_id && pictures.has(asset_id)));
  if (shown.length === 0) return null;
  return (
    <ul aria-label={title} className={cx("grid content-start gap-4", isRow && "@lg:grid-cols-2")}>
      {shown.map(({ asset_id, note }, at) => {
        const picture = pictures.get(asset_id ?? "");
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: examples have no id
          <li key={at} className={cx("overflow-clip rounded-xl border border-line border-t-4 bg-raised", edge)}>
            <figure>
              {picture ? (
                <ContentText as="div" className="flex h-56 items-center justify-center bg-surface @4xl:h-72">
                  <FilePicture src={srcOf(picture.file)} file={picture.file} alt={picture.name} className="size-full" />
                </ContentText>
              ) : null}
              <figcaption className="flex gap-2 px-4 py-3">
                <Icon role="img" aria-label={title} className={cx("mt-0.5 size-4 shrink-0", ink)} />
                <ContentText className="min-w-0 wrap-anywhere">{note ?? picture?.name}</ContentText>
              </figcaption>
            </figure>
          </li>
        );
      })}
    </ul>
  );
}
