"use client";

import { CircleAlert, CircleCheck, RotateCw, X } from "lucide-react";
import { IconButton } from "./button";
import { Spinner } from "./loading";
import { Progress } from "./progress";
import { LiveRegion } from "./skip-link";
import { NameOnLine } from "./text";

export type FileUpload = {
  id: string;
  name: string;
  state: "uploading" | "done" | "failed";
  /** From 0 to 1. Omit it if unknown. */
  progress?: number;
  message?: string;
  /** Retrying the same file would fail again. */
  final?: boolean;
};

type FileUploadListProps = {
  uploads: readonly FileUpload[];
  onRetry?: (id: string) => void;
  onDismiss?: (id: string) => void;
};

export function FileUploadList({ uploads, onRetry, onDismiss }: FileUploadListProps) {
  const ended = uploads.filter((upload) => upload.state !== "uploading");
  return (
    <>
      <ul className="flex flex-col gap-2 empty:hidden">
        {uploads.map((upload) => (
          <li key={upload.id} className="flex items-start gap-3 rounded-lg border border-line bg-surface px-3 py-2">
            <span className="mt-0.5">
              <UploadIcon state={upload.state} />
            </span>
            <div className="min-w-0 grow">
              <p className="font-medium">
                <NameOnLine>{upload.name}</NameOnLine>
              </p>
              {upload.state === "uploading" ? (
                <Progress
                  label={`Uploading ${upload.name}`}
                  value={upload.progress}
                  max={1}
                  hideLabel
                  className="mt-1.5"
                />
              ) : (
                <p className={upload.state === "failed" ? "text-danger" : "text-muted"}>
                  {upload.message ?? (upload.state === "failed" ? "Upload failed" : "Uploaded")}
                </p>
              )}
            </div>
            {upload.state === "failed" && !upload.final && onRetry ? (
              <IconButton
                size="sm"
                label={`Retry ${upload.name}`}
                icon={<RotateCw />}
                onClick={() => onRetry(upload.id)}
              />
            ) : null}
            {onDismiss && upload.state !== "uploading" ? (
              <IconButton
                size="sm"
                label={`Dismiss ${upload.name}`}
                icon={<X />}
                onClick={() => onDismiss(upload.id)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <LiveRegion
        message={ended
          .map(
            (upload) =>
              `${upload.name}: ${upload.message ?? (upload.state === "failed" ? "upload failed" : "uploaded")}`,
          )
          .join(". ")}
      />
    </>
  );
}

function UploadIcon({ state }: { state: FileUpload["state"] }) {
  if (state === "done") return <CircleCheck aria-hidden="true" className="size-4 text-success" />;
  if (state === "failed") return <CircleAlert aria-hidden="true" className="size-4 text-danger" />;
  return <Spinner className="text-muted" />;
}
