"use client";

import { X } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { MixedText } from "@/components/ui/content-text";
import { Notice } from "@/components/ui/empty-state";
import { FileUploadList } from "@/components/ui/file-drop";
import { Progress } from "@/components/ui/progress";
import { LiveRegion } from "@/components/ui/skip-link";
import { Details, Sentences } from "@/components/ui/text";
import { bidiIsolate } from "@/lib/platform/text";
import type { UploadJob, Uploads } from "./use-uploads";

type Job = UploadJob<unknown>;

type UploadResultsProps = Pick<Uploads<unknown>, "jobs" | "retry" | "dismiss">;

/** More files get a summary instead of a notice each. */
const FEW = 3;

const isClean = ({ report, warnings }: Job) => report.length + warnings.length === 0;

export function UploadResults({ jobs, retry, dismiss }: UploadResultsProps) {
  if (jobs.length > FEW) return <ManyFiles jobs={jobs} retry={retry} dismiss={dismiss} />;
  const done = jobs.filter(({ state }) => state === "done");
  const spoken = done.map(({ name, message, warnings, report }) => [name, message, ...warnings, ...report].join(" "));
  return (
    <>
      <FileUploadList uploads={jobs.filter(({ state }) => state !== "done")} onRetry={retry} onDismiss={dismiss} />
      {done.length > 0 ? (
        <div className="flex flex-col gap-2">
          {done.map((job) => (
            <DoneFile key={job.id} job={job} onDismiss={() => dismiss(job.id)} />
          ))}
        </div>
      ) : null}
      <LiveRegion message={spoken.join(" ")} />
    </>
  );
}

function ManyFiles({ jobs, retry, dismiss }: UploadResultsProps) {
  const done = jobs.filter(({ state }) => state === "done");
  const refused = jobs.filter(({ state }) => state === "failed");
  const noted = done.filter((job) => !isClean(job));
  const running = jobs.length - done.length - refused.length;
  const outcome = [`${done.length} uploaded`, ...(refused.length > 0 ? [`${refused.length} refused`] : [])].join(", ");
  return (
    <section aria-label="Uploads" className="flex flex-col gap-3 rounded-xl border border-line bg-surface px-4 py-3">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <p className="font-medium tabular-nums">
          {running > 0 ? `Uploading ${jobs.length} files: ${outcome}` : outcome}
        </p>
        {running > 0 ? null : (
          <IconButton
            size="sm"
            label="Dismiss uploads"
            icon={<X />}
            onClick={() => {
              for (const { id } of jobs) dismiss(id);
            }}
          />
        )}
      </div>
      {running > 0 ? (
        <Progress hideLabel label="Uploaded files" value={jobs.length - running} max={jobs.length} />
      ) : null}
      {refused.length > 0 ? (
        <Details open summary={`Refused (${refused.length})`}>
          <FileUploadList uploads={refused} onRetry={retry} onDismiss={dismiss} />
        </Details>
      ) : null}
      {noted.length > 0 ? (
        <Details summary={`Changed or to check (${noted.length})`}>
          <ul className="flex flex-col gap-2">
            {noted.map((job) => (
              <li key={job.id}>
                <DoneFile job={job} onDismiss={() => dismiss(job.id)} />
              </li>
            ))}
          </ul>
        </Details>
      ) : null}
      <LiveRegion message={running > 0 ? "" : outcome} />
    </section>
  );
}

function DoneFile({ job, onDismiss }: { job: Job; onDismiss: () => void }) {
  const { name, message = "", report, warnings } = job;
  return (
    <Notice
      tone={warnings.length > 0 ? "warning" : report.length > 0 ? "neutral" : "success"}
      title={<MixedText>{`${bidiIsolate(name)}: ${message}`}</MixedText>}
      action={<IconButton size="sm" label={`Dismiss report on ${name}`} icon={<X />} onClick={onDismiss} />}
    >
      {isClean(job) ? "Checked. No changes were needed." : null}
      {warnings.map((warning) => (
        <p key={warning} className="text-ink">
          {warning}
        </p>
      ))}
      {report.length > 0 ? (
        <>
          <p>The hub changed this in the file:</p>
          <Sentences className="mt-1 list-disc pl-5">{report}</Sentences>
        </>
      ) : null}
    </Notice>
  );
}
