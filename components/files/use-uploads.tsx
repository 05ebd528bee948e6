"use client";

import { X } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { MixedText } from "@/components/ui/content-text";
import { Notice } from "@/components/ui/empty-state";
import { type FileUpload, FileUploadList } from "@/components/ui/file-drop";
import { Progress } from "@/components/ui/progress";
import { LiveRegion } from "@/components/ui/skip-link";
import { Details, Sentences } from "@/components/ui/text";
import { bidiIsolate } from "@/lib/platform/text";
import type { StoredFile } from "./file-facts";
import { send } from "./send";

export type UploadJob<Purpose> = FileUpload & {
  file: File;
  purpose: Purpose;
  sha256: string | null;
  report: readonly string[];
  warnings: readonly string[];
};

/** Uses a stored file. Returns a message and warnings, or why it can't be used. */
export type OnStored<Purpose> = (
  stored: StoredFile,
  file: File,
  purpose: Purpose,
) => { message: string; warnings?: readonly string[] } | { error: string };

/** Uploads files one at a time. A failed file doesn't stop the others and can be retried. */
export function useUploads<Purpose>(url: string, onStored: OnStored<Purpose>) {
  const [jobs, setJobs] = useState<readonly UploadJob<Purpose>[]>([]);
  const queue = useRef(Promise.resolve());
  const count = useRef(0);
  const latest = useRef(onStored);
  useEffect(() => {
    latest.current = onStored;
  }, [onStored]);

  const patch = useCallback((id: string, change: Partial<UploadJob<Purpose>>) => {
    setJobs((current) => current.map((job) => (job.id === id ? { ...job, ...change } : job)));
  }, []);

  const run = useCallback(
    ({ id, file, purpose }: UploadJob<Purpose>) => {
      // The hub still checks and cleans the file after the upload. How long that takes is unknown.
      const onProgress = (share: number) => patch(id, { progress: share < 1 ? share : undefined });
      queue.current = queue.current.then(async () => {
        const sent = await send<StoredFile>(url, file, onProgress);
        if (!sent.ok) {
          patch(id, { state: "failed", message: sent.message, final: sent.final });
          return;
        }
        const { report, file: stored } = sent.data;
        const outcome = latest.current(sent.data, file, purpose);
        if ("error" in outcome) patch(id, { state: "failed", message: outcome.error, final: true });
        else {
          const { message, warnings = [] } = outcome;
          patch(id, { state: "done", message, warnings, sha256: stored.sha256, report });
        }
      });
    },
    [url, patch],
  );

  const add = useCallback(
    (files: readonly File[], purpose: Purpose) => {
      const fresh = files.map((file): UploadJob<Purpose> => {
        count.current += 1;
        const id = `upload-${count.current}`;
        const nothing = { sha256: null, report: [], warnings: [] };
        return { id, name: file.name, state: "uploading", progress: 0, file, purpose, ...nothing };
      });
      setJobs((current) => [...current, ...fresh]);
      for (const job of fresh) run(job);
    },
    [run],
  );

  const retry = useCallback(
    (id: string) => {
      const job = jobs.find((each) => each.id === id);
      if (!job) return;
      patch(id, { state: "uploading", progress: 0, message: undefined });
      run(job);
    },
    [jobs, patch, run],
  );

  const dismiss = useCallback((id: string) => setJobs((current) => current.filter((job) => job.id !== id)), []);
  return { jobs, add, retry, dismiss };
}

export type Uploads<Purpose> = ReturnType<typeof useUploads<Purpose>>;

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
