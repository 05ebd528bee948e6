"use client";

import { X } from "lucide-react";
import { MixedText } from "@/components/ui/content-text";
import { FileUploadList } from "@/components/ui/file-upload-list";
import { IconButton } from "@/components/ui/icon-button";
import { LiveRegion } from "@/components/ui/live-region";
import { Notice } from "@/components/ui/notice";
import { isolated } from "@/lib/kernel/isolated";
import type { UploadJob } from "./use-uploads";

type UploadResultsProps = {
  jobs: readonly UploadJob<unknown>[];
  onRetry: (id: string) => void;
  onDismiss: (id: string) => void;
};

/** How uploads go, and of each that arrived what the hub changed in it to make it safe. */
export function UploadResults({ jobs, onRetry, onDismiss }: UploadResultsProps) {
  const done = jobs.filter(({ state }) => state === "done");
  const clean = done.filter(({ report }) => report.length === 0);
  const changed = done.filter(({ report }) => report.length > 0);
  return (
    <>
      <FileUploadList uploads={jobs.filter(({ state }) => state !== "done")} onRetry={onRetry} onDismiss={onDismiss} />
      {done.length > 0 ? (
        <div className="flex flex-col gap-2">
          {clean.length > 0 ? <CleanFiles jobs={clean} onDismiss={onDismiss} /> : null}
          {changed.map((job) => (
            <ChangedFile key={job.id} job={job} onDismiss={() => onDismiss(job.id)} />
          ))}
        </div>
      ) : null}
      <LiveRegion message={done.map(({ name, message, report }) => [name, message, ...report].join(" ")).join(" ")} />
    </>
  );
}

type Job = UploadJob<unknown>;

const named = ({ name, message = "" }: Pick<Job, "name" | "message">) => (
  <MixedText>{`${isolated(name)}: ${message}`}</MixedText>
);

function CleanFiles({ jobs, onDismiss }: { jobs: readonly Job[]; onDismiss: (id: string) => void }) {
  const [first] = jobs;
  const dismiss = () => {
    for (const { id } of jobs) onDismiss(id);
  };
  return (
    <Notice
      tone="success"
      title={jobs.length === 1 && first ? named(first) : `${jobs.length} files arrived.`}
      action={<IconButton size="sm" label="Dismiss what arrived" icon={<X />} onClick={dismiss} />}
    >
      Checked; nothing in {jobs.length === 1 ? "it" : "them"} had to be changed.
    </Notice>
  );
}

function ChangedFile({ job: { name, message, report }, onDismiss }: { job: Job; onDismiss: () => void }) {
  return (
    <Notice
      title={named({ name, message })}
      action={<IconButton size="sm" label={`Dismiss the report on ${name}`} icon={<X />} onClick={onDismiss} />}
    >
      <p>What the hub changed in it:</p>
      <ul className="mt-1 list-disc pl-5">
        {report.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}
