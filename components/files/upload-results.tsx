"use client";

import { X } from "lucide-react";
import { MixedText } from "@/components/ui/content-text";
import { Notice } from "@/components/ui/empty-state";
import { FileUploadList } from "@/components/ui/file-upload-list";
import { IconButton } from "@/components/ui/icon-button";
import { LiveRegion } from "@/components/ui/skip-link";
import { bidiIsolate } from "@/lib/platform/text";
import type { UploadJob } from "./use-uploads";

type UploadResultsProps = {
  jobs: readonly UploadJob<unknown>[];
  onRetry: (id: string) => void;
  onDismiss: (id: string) => void;
};

export function UploadResults({ jobs, onRetry, onDismiss }: UploadResultsProps) {
  const done = jobs.filter(({ state }) => state === "done");
  const isClean = ({ report, warnings }: Job) => report.length + warnings.length === 0;
  const clean = done.filter(isClean);
  const spoken = done.map(({ name, message, warnings, report }) => [name, message, ...warnings, ...report].join(" "));
  return (
    <>
      <FileUploadList uploads={jobs.filter(({ state }) => state !== "done")} onRetry={onRetry} onDismiss={onDismiss} />
      {done.length > 0 ? (
        <div className="flex flex-col gap-2">
          {clean.length > 0 ? <CleanFiles jobs={clean} onDismiss={onDismiss} /> : null}
          {done.map((job) =>
            isClean(job) ? null : <NotedFile key={job.id} job={job} onDismiss={() => onDismiss(job.id)} />,
          )}
        </div>
      ) : null}
      <LiveRegion message={spoken.join(" ")} />
    </>
  );
}

type Job = UploadJob<unknown>;

const named = ({ name, message = "" }: Pick<Job, "name" | "message">) => (
  <MixedText>{`${bidiIsolate(name)}: ${message}`}</MixedText>
);

function CleanFiles({ jobs, onDismiss }: { jobs: readonly Job[]; onDismiss: (id: string) => void }) {
  const [first] = jobs;
  const dismiss = () => {
    for (const { id } of jobs) onDismiss(id);
  };
  return (
    <Notice
      tone="success"
      title={jobs.length === 1 && first ? named(first) : `${jobs.length} files uploaded`}
      action={<IconButton size="sm" label="Dismiss uploads" icon={<X />} onClick={dismiss} />}
    >
      Checked. No changes were needed.
    </Notice>
  );
}

function NotedFile({ job: { name, message, report, warnings }, onDismiss }: { job: Job; onDismiss: () => void }) {
  return (
    <Notice
      tone={warnings.length > 0 ? "warning" : "neutral"}
      title={named({ name, message })}
      action={<IconButton size="sm" label={`Dismiss report on ${name}`} icon={<X />} onClick={onDismiss} />}
    >
      {warnings.map((warning) => (
        <p key={warning} className="text-ink">
          {warning}
        </p>
      ))}
      {report.length > 0 ? (
        <>
          <p>The hub changed this in the file:</p>
          <ul className="mt-1 list-disc pl-5">
            {report.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      ) : null}
    </Notice>
  );
}
