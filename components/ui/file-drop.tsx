"use client";

import { CircleAlert, CircleCheck, RotateCw, Upload, X } from "lucide-react";
import { type DragEvent, type ReactNode, useId, useRef, useState } from "react";
import { acceptedKinds, acceptsFile } from "./browser";
import { IconButton } from "./button";
import { FormMessage } from "./field-parts";
import { Spinner } from "./loading";
import { Progress } from "./progress";
import { LiveRegion } from "./skip-link";
import { buttonClass, cx } from "./styles";
import { NameOnLine } from "./text";

type Limits = { accept: string; maxBytes: number };

type FileDropProps = Limits & {
  label: string;
  onFiles: (files: File[]) => void;
  hint: ReactNode;
  multiple?: boolean;
  uploads?: readonly FileUpload[];
  compact: boolean;
};

/**
 * Accepts files by drop or button and lists `uploads`. Rejects wrong types and sizes before `onFiles`. The server must
 * check again.
 */
export function FileDrop(props: FileDropProps) {
  const { label, onFiles, hint, accept, multiple = false, maxBytes, uploads = [], compact } = props;
  const id = useId();
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const [refusal, setRefusal] = useState("");
  const choose = multiple ? "Choose files" : "Choose file";

  const take = (list: FileList | null) => {
    const files = Array.from(list ?? []).slice(0, multiple ? undefined : 1);
    const wrongKind = files.filter((file) => !acceptsFile(file, accept));
    const tooLarge = files.filter((file) => file.size > maxBytes);
    const taken = files.filter((file) => !wrongKind.includes(file) && !tooLarge.includes(file));
    setRefusal(refusalText(wrongKind, tooLarge, { accept, maxBytes }));
    if (taken.length > 0) onFiles(taken);
  };
  const track = (event: DragEvent, change: 1 | -1) => {
    event.preventDefault();
    depth.current += change;
    setOver(depth.current > 0);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    take(event.dataTransfer.files);
  };

  return (
    <section
      aria-label={label}
      onDragEnter={(event) => track(event, 1)}
      onDragLeave={(event) => track(event, -1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      className="flex min-w-0 flex-col gap-3"
    >
      <div
        className={cx(
          "flex items-center rounded-xl border border-line-strong border-dashed transition-colors",
          compact ? "gap-4 p-3" : "flex-col gap-3 px-6 py-8 text-center",
          over ? "border-accent bg-accent-soft" : "bg-sunken",
        )}
      >
        <input
          id={id}
          type="file"
          accept={accept}
          multiple={multiple}
          aria-label={`${choose}: ${label}`}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = "";
          }}
          className="peer sr-only"
        />
        <label
          htmlFor={id}
          className={cx(
            buttonClass({ size: compact ? "sm" : "md" }),
            "peer-focus-visible:outline-2 peer-focus-visible:outline-focus peer-focus-visible:outline-offset-2",
          )}
        >
          <Upload aria-hidden="true" />
          {choose}
        </label>
        <div className="min-w-0">
          <p className={cx("pointer-coarse:hidden", over ? "font-medium text-accent" : "text-muted")}>
            {over ? "Drop to upload" : `or drop ${multiple ? "files" : "it"} here`}
          </p>
          <p id={`${id}-hint`} className="text-[0.8125rem] text-muted">
            {hint}
          </p>
        </div>
      </div>
      <FormMessage>{refusal}</FormMessage>
      <FileUploadList uploads={uploads} />
    </section>
  );
}

function refusalText(wrongKind: File[], tooLarge: File[], { accept, maxBytes }: Limits): string {
  const names = (files: File[]) => files.map((file) => file.name).join(", ");
  const kind = wrongKind.length > 0 ? `Unsupported file type: ${names(wrongKind)}. Use ${acceptedKinds(accept)}.` : "";
  const size = tooLarge.length > 0 ? `Larger than ${Math.floor(maxBytes / 1_048_576)} MB: ${names(tooLarge)}.` : "";
  return [kind, size].filter(Boolean).join(" ");
}

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
