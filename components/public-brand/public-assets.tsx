import { Download, FileText } from "lucide-react";
import { fileFacts } from "@/components/files/file-facts";
import { FilePicture } from "@/components/files/file-picture";
import { ContentText } from "@/components/ui/content-text";
import { Section } from "@/components/ui/section";
import type { StoredAsset } from "@/lib/brand-document";

/** A published asset: where its picture is seen, if it has one, and where it is downloaded. */
export interface PublicAsset {
  asset: StoredAsset;
  src: string | null;
  downloadHref: string;
  fileName: string;
}

/** Icons, patterns, pictures and documents to take along. */
export function PublicAssets({ assets }: { assets: readonly PublicAsset[] }) {
  if (assets.length === 0) return null;
  return (
    <Section large id="assets" title="Assets">
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
    </Section>
  );
}
