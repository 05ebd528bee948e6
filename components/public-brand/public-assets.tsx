import { Download, FileText } from "lucide-react";
import { fileFacts } from "@/components/files/file-facts";
import { FilePicture } from "@/components/files/file-picture";
import { ContentText } from "@/components/ui/content-text";
import { Section } from "@/components/ui/section";
import { distinctNames, type StoredAsset, stemOf } from "@/lib/content";

export interface PublicAsset {
  asset: StoredAsset;
  src: string | null;
  downloadHref: string;
  fileName: string;
}

/** Published assets of one collection; those in none have no name. */
export interface PublicAssetGroup {
  name: string | null;
  assets: readonly PublicAsset[];
}

/** Icons, patterns, pictures and documents to take along, by collection where there is one. */
export function PublicAssets({ groups }: { groups: readonly PublicAssetGroup[] }) {
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
      </div>
    </Section>
  );
}

const CollectionName = ({ name }: { name: string | null }) =>
  name === null ? "Other assets" : <ContentText className="wrap-anywhere">{name}</ContentText>;

function AssetList({ assets }: { assets: readonly PublicAsset[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13.5rem),1fr))] gap-3">
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
