"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { FileUpload } from "@/components/ui/file-drop";
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
