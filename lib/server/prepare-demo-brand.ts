import type { DemoBrand, DemoFile } from "@/db/demo/load-demo-brands";
import type { NewBrand } from "@/lib/brands";
import { importFoundations, importStated, importTypography } from "@/lib/brands/server";
import {
  addFontFile,
  type BrandDocument,
  type FileRef,
  type LogoEntry,
  type StoredAsset,
  type StoredExample,
  type StoredImagery,
} from "@/lib/content";
import { inspectUpload, storageKey } from "@/lib/content/server";
import { newId } from "@/lib/platform/ids";
import type { Ctx } from "@/lib/runtime/context";

export type PreparedBrand = NewBrand & { id: string };

function withAssetIds(imagery: DemoBrand["imagery"], assets: readonly StoredAsset[]): StoredImagery {
  const withId = ({ asset, ...example }: DemoBrand["imagery"]["photo"]["dos"][number]): StoredExample => {
    const found = assets.find(({ name }) => name === asset);
    if (asset && !found) throw new Error(`The demo has no asset ${asset}.`);
    return { ...(found && { asset_id: found.id }), ...example };
  };
  const kinds = Object.entries(imagery).map(([kind, { dos, donts, ...rest }]) => [
    kind,
    { ...rest, dos: dos.map(withId), donts: donts.map(withId) },
  ]);
  return Object.fromEntries(kinds);
}

function colorsOf(brand: DemoBrand): { colors: BrandDocument["colors"]; idOf: (name: string) => string } {
  const { source, seed, palette } = brand.colors;
  const entryOf = new Map(palette.map((entry) => [entry.id, { ...entry, id: newId() }]));
  const stored = { source, seed, palette: [...entryOf.values()] };
  const colors = importStated({ ...brand }, brand.colors, stored, entryOf, { taken: [], left: [] });
  return { colors, idOf: (name) => entryOf.get(name)?.id ?? name };
}

const withColorIds = (logo: LogoEntry, idOf: (name: string) => string): LogoEntry => {
  const grounds = logo.rule?.allowed_backgrounds;
  if (!grounds?.colors) return logo;
  return { ...logo, rule: { ...logo.rule, allowed_backgrounds: { ...grounds, colors: grounds.colors.map(idOf) } } };
};

export async function prepareDemoBrand({ storage }: Ctx, brand: DemoBrand): Promise<PreparedBrand> {
  const id = newId();
  const refs = new Map<string, Promise<FileRef>>();

  async function storeInspected({ bytes }: DemoFile) {
    const { sha256, mime, width, height, bytes: clean, font } = await inspectUpload(bytes);
    await storage.put(storageKey(id, sha256), clean, mime);
    return { file: { id: newId(), sha256, mime, bytes: clean.length, width, height }, font };
  }
  const store = async (file: DemoFile): Promise<FileRef> => (await storeInspected(file)).file;

  async function typographyOf() {
    let { typography } = importTypography({ ...brand }, brand.identity, [], []);
    for (const { family, files } of brand.fonts)
      for (const demoFile of files) {
        const { file, font } = await storeInspected(demoFile);
        if (!typography || !font) throw new Error(`The demo cannot read ${demoFile.name}.`);
        refs.set(demoFile.name, Promise.resolve(file));
        // Packages may name a variable font by its lightest weight.
        typography = addFontFile(typography, { id: newId(), file, facts: { ...font, family } });
      }
    return typography;
  }
  function refOf(file: DemoFile): Promise<FileRef> {
    const ref = refs.get(file.name) ?? store(file);
    refs.set(file.name, ref);
    return ref;
  }
  const withRef = async <T extends { file: DemoFile }>(entry: T) => ({
    ...entry,
    id: newId(),
    file: await refOf(entry.file),
  });

  const { logos, legal } = brand;
  const { colors, idOf } = colorsOf(brand);
  const items = await Promise.all(logos.items.map(withRef));
  const assets = await Promise.all(brand.assets.map(withRef));
  const document: BrandDocument = {
    identity: brand.identity,
    colors,
    logos: { rules: logos.rules, items: items.map((item) => withColorIds(item, idOf)) },
    assets,
    typography: await typographyOf(),
    foundations: importFoundations(brand, [], []),
    imagery: withAssetIds(brand.imagery, assets),
    legal,
  };
  const { slug, name } = brand;
  return { id, slug, name, document, files: await Promise.all(refs.values()) };
}
