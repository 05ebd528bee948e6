import { RotateCcw } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { PART_NAMES } from "@/components/diff/change-list";
import { Badge } from "@/components/ui/badge";
import { ContentText } from "@/components/ui/content-text";
import { TimeAgo } from "@/components/ui/time-ago";
import type { VersionEntry } from "@/lib/identity";

type VersionLineProps = {
  entry: VersionEntry;
  /** `/b/<slug>/history` */
  base: string;
  live: boolean;
  now: Date;
  actions: ReactNode;
};

/** One version in the timeline: who published what, when and why. */
export function VersionLine({ entry, base, live, now, actions }: VersionLineProps) {
  const { version, author, createdAt, note, changed, restoredFrom } = entry;
  return (
    <li className="group relative flex gap-4 pb-7 last:pb-0">
      <span aria-hidden="true" className="flex flex-col items-center">
        <span
          className={
            live
              ? "mt-1.5 size-3 shrink-0 rounded-full bg-success"
              : "mt-1.5 size-3 shrink-0 rounded-full border-2 border-line-strong bg-canvas"
          }
        />
        <span className="-mb-7 mt-1 w-px grow bg-line group-last:hidden" />
      </span>
      <div className="flex min-w-0 grow flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-80">
          <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <h2 className="font-semibold">
              <Link href={`${base}/${version}`} className="rounded-sm underline-offset-4 hover:underline">
                Version {version}
              </Link>
            </h2>
            {live ? <Badge tone="success">Live</Badge> : null}
            {version === 1 ? (
              <Badge>First version</Badge>
            ) : (
              changed.map((part) => <Badge key={part}>{PART_NAMES[part]}</Badge>)
            )}
          </div>
          <p className="mt-0.5 text-[0.8125rem] text-muted">
            {author ?? "The hub"}, <TimeAgo value={createdAt} now={now} />
          </p>
          {restoredFrom ? (
            <p className="mt-1.5 flex items-center gap-1.5 text-[0.8125rem]">
              <RotateCcw aria-hidden="true" className="size-3.5 text-muted" />
              <span>
                Brought back{" "}
                <Link href={`${base}/${restoredFrom}`} className="underline underline-offset-4">
                  version {restoredFrom}
                </Link>
              </span>
            </p>
          ) : null}
          {note ? (
            <ContentText as="p" className="mt-1.5 max-w-prose whitespace-pre-wrap wrap-anywhere">
              {note}
            </ContentText>
          ) : null}
        </div>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
    </li>
  );
}
