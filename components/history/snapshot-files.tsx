import { fileText, words } from "@/components/diff/value-text";
import { FilePicture } from "@/components/files/file-picture";
import { BACKGROUND_CLASS } from "@/components/logos/variant-labels";
import { ContentText } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import { cx } from "@/components/ui/styles";
import { isPdf } from "@/lib/content";
import type { LogoBackground } from "@/lib/contract";

export type SnapshotFile = {
  id: string;
  title: string;
  kind: string;
  background: LogoBackground;
  url: string | null;
  file: Parameters<typeof fileText>[0];
};

export function SnapshotFiles({ files, empty }: { files: readonly SnapshotFile[]; empty: string }) {
  if (files.length === 0) return <EmptyState framed title={empty} />;
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {files.map(({ id, title, kind, background, url, file }) => (
        <li key={id} className="overflow-clip rounded-xl border border-line bg-surface">
          {url ? (
            <div
              className={cx(
                "flex h-32 items-center justify-center border-line border-b bg-origin-content p-5",
                isPdf(file) ? "bg-sunken text-muted" : BACKGROUND_CLASS[background],
              )}
            >
              <FilePicture src={url} file={file} alt="" className="size-full" />
            </div>
          ) : null}
          <div className="px-4 py-3">
            <ContentText as="p" className="font-medium wrap-anywhere">
              {title}
            </ContentText>
            <p className="text-[0.8125rem] text-muted">{words(kind)}</p>
            <p className="mt-1 text-[0.8125rem] text-muted wrap-anywhere">{fileText(file)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
