import { Download, FileText } from "lucide-react";
import type { ReactNode } from "react";
import { fileFacts } from "@/components/files/file-facts";
import { FilePicture } from "@/components/files/file-picture";
import { Section } from "@/components/ui/card";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { buttonClass, cx } from "@/components/ui/styles";
import {
  type BackgroundOption,
  distinctNames,
  type LogoEntry,
  logoRuleText,
  type PaletteEntry,
  type StoredAsset,
  smallestSizes,
  smallestSizeText,
  stemOf,
} from "@/lib/content";
import type { LogoBackground } from "@/lib/contract";
import { bidiIsolate } from "@/lib/platform/text";
import { listBlock, Readings } from "./chapter";

interface PublicLogo {
  item: LogoEntry;
  ground: BackgroundOption;
  /** By `ruleTextOf`. */
  ruleText: string;
  src: string | null;
  downloadHref?: string;
  fileName?: string;
}

/** A logo's rule in words, without the size. Colour names are bidi-isolated. Empty without a rule. */
export function ruleTextOf({ rule }: LogoEntry, palette: readonly PaletteEntry[]): string {
  const nameOf = (id: string) => bidiIsolate(palette.find((entry) => entry.id === id)?.name ?? "a removed colour");
  return rule ? logoRuleText({ ...rule, minimum_size: undefined }, nameOf) : "";
}

const MADE_FOR: Record<LogoBackground, string> = {
  light: "For light backgrounds",
  dark: "For dark backgrounds",
  any: "For any background",
};

export const LOGO_RULES = {
  id: "rules",
  title: "Usage rules",
  description: "Rules for every logo. Tools show them with the files.",
  paths: ["logos.rules"],
};

export const logoRules = (rules: readonly string[]) => ({ ...LOGO_RULES, reading: listBlock(rules) });

type LogosChapter = { logos: readonly PublicLogo[]; rules: readonly string[] };

export const logoSections = ({ logos, rules }: LogosChapter) => [
  { id: "logo-files", title: "Files", reading: logos.length > 0 ? <LogoCards logos={logos} /> : null },
  logoRules(rules),
];

export function PublicLogos({ logos, rules }: LogosChapter) {
  if (logos.length === 0 && rules.length === 0) return null;
  return (
    <Section large id="logos" title="Logos">
      <div className="flex flex-col gap-8">
        <LogoCards logos={logos} />
        <Readings sections={[logoRules(rules)]} />
      </div>
    </Section>
  );
}

function LogoCards({ logos }: Pick<LogosChapter, "logos">) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2">
      {logos.map((logo) => (
        <LogoItem key={logo.item.id} {...logo} />
      ))}
    </ul>
  );
}

function LogoItem({ item, ground, ruleText, src, downloadHref, fileName }: PublicLogo) {
  const { label, background, file } = item;
  return (
    <li className="flex min-w-0 flex-col overflow-clip rounded-xl border border-line bg-surface">
      <ContentText
        as="div"
        className={cx("flex h-48 items-center justify-center p-8", ground.dark ? "text-white" : "text-black")}
        style={{ background: ground.hex }}
      >
        <FilePicture src={src} file={file} alt={label} className="size-full" />
      </ContentText>
      <div className="flex grow flex-col gap-3 border-line border-t p-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <ContentText as="h3" className="font-semibold wrap-anywhere">
              {label}
            </ContentText>
            <p className="text-[0.8125rem] text-muted">
              {MADE_FOR[background]} · {fileFacts(file)}
            </p>
          </div>
          {downloadHref ? (
            <a href={downloadHref} download={fileName} className={buttonClass({ size: "sm" })}>
              <Download aria-hidden="true" />
              Download
              <ContentText className="sr-only"> {label}</ContentText>
            </a>
          ) : null}
        </div>
        <LogoFacts item={item} ruleText={ruleText} />
      </div>
    </li>
  );
}

export function LogoFacts({ item, ruleText }: Pick<PublicLogo, "item" | "ruleText">) {
  const { usage, clear_space: clearSpace } = item;
  const sizes = smallestSizes(item).map(smallestSizeText);
  return (
    <>
      <ContentText as="p" className="wrap-anywhere">
        {usage}
      </ContentText>
      <dl className="mt-auto grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[0.8125rem] empty:hidden">
        {clearSpace ? (
          <>
            <dt className="text-muted">Clear space</dt>
            <ContentText as="dd" className="wrap-anywhere">
              {clearSpace}
            </ContentText>
          </>
        ) : null}
        {sizes.length > 0 ? (
          <>
            <dt className="text-muted">Minimum width</dt>
            <dd>{sizes.join(", ")}</dd>
          </>
        ) : null}
        {ruleText ? (
          <>
            <dt className="text-muted">Rule</dt>
            <dd className="wrap-anywhere">
              <MixedText>{ruleText}</MixedText>
            </dd>
          </>
        ) : null}
      </dl>
    </>
  );
}

interface PublicAsset {
  asset: StoredAsset;
  src: string | null;
  downloadHref: string;
  fileName: string;
}

interface PublicAssetGroup {
  name: string | null;
  assets: readonly PublicAsset[];
}

export function PublicAssets({ groups, pages }: { groups: readonly PublicAssetGroup[]; pages?: ReactNode }) {
  if (groups.length === 0) return null;
  const distinct = distinctNames();
  const parts = groups.map(({ name, assets }) => ({
    name,
    assets,
    anchor: distinct(`assets-${name === null ? "other" : stemOf(name)}`),
  }));
  const grouped = groups.some(({ name }) => name !== null);
  return (
    <Section large id="assets" title="Assets">
      {parts.length > 1 ? (
        <nav aria-label="Collections" className="mb-6">
          <ul className="flex flex-wrap gap-x-5 gap-y-1">
            {parts.map(({ name, anchor, assets }) => (
              <li key={anchor}>
                <a href={`#${anchor}`} className="underline hover:no-underline">
                  <CollectionName name={name} />
                </a>{" "}
                <span className="text-muted">({assets.length})</span>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
      <div className="flex flex-col gap-8">
        {parts.map(({ name, anchor, assets }) =>
          grouped ? (
            <Section key={anchor} level={3} id={anchor} title={<CollectionName name={name} />}>
              <AssetList assets={assets} />
            </Section>
          ) : (
            <AssetList key={anchor} assets={assets} />
          ),
        )}
        {pages}
      </div>
    </Section>
  );
}

const CollectionName = ({ name }: { name: string | null }) =>
  name === null ? "Other assets" : <ContentText className="wrap-anywhere">{name}</ContentText>;

function AssetList({ assets }: { assets: readonly PublicAsset[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13.5rem),1fr))] gap-3 max-sm:grid-cols-2">
      {assets.map(({ asset, src, downloadHref, fileName }) => (
        <li key={asset.id} className="min-w-0">
          <a
            href={downloadHref}
            download={fileName}
            className="group flex h-full flex-col overflow-clip rounded-xl border border-line bg-surface transition-colors hover:bg-hover"
          >
            <span className="flex h-36 items-center justify-center bg-white p-4 text-black">
              {src ? (
                <FilePicture src={src} file={asset.file} alt="" className="size-full" />
              ) : (
                <FileText aria-hidden="true" className="size-8" />
              )}
            </span>
            <span className="flex items-start justify-between gap-2 border-line border-t p-3 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0">
              <span className="min-w-0">
                <span className="sr-only">Download </span>
                <ContentText className="block font-medium wrap-anywhere">{asset.name}</ContentText>
                <span className="block text-[0.8125rem] text-muted">{fileFacts(asset.file)}</span>
              </span>
              <Download aria-hidden="true" />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
