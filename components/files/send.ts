import { UNREACHABLE } from "@/components/ui/reached";
import { MAX_UPLOAD_BYTES } from "@/lib/content";
import { sizeLimitText } from "@/lib/platform/text";

/** The result of an upload. `final` failures would fail again. */
export type Sending<T> = { ok: true; data: T } | { ok: false; message: string; field?: string; final: boolean };

const textAt = (value: object, name: string): string | undefined => {
  const entry: unknown = Reflect.get(value, name);
  return typeof entry === "string" ? entry : undefined;
};

function refusalIn(answer: unknown): { message: string; field?: string } {
  const error = typeof answer === "object" && answer !== null && "error" in answer ? answer.error : null;
  if (typeof error !== "object" || error === null) return { message: "The hub rejected this file." };
  return { message: textAt(error, "message") ?? "The hub rejected this file.", field: textAt(error, "field") };
}

/**
 * Posts a file as the raw body, or a form, and reports progress from 0 to 1. Never throws: failures become messages.
 * Uses XMLHttpRequest because `fetch` reports no upload progress.
 */
export function send<T>(url: string, body: Blob | FormData, onProgress?: (share: number) => void): Promise<Sending<T>> {
  // Not sent: the server would close the connection, which looks like a network failure.
  if (body instanceof Blob && body.size > MAX_UPLOAD_BYTES) {
    const message = `This file is over the limit of ${sizeLimitText(MAX_UPLOAD_BYTES)}.`;
    return Promise.resolve({ ok: false, message, final: true });
  }
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.responseType = "json";
    if (body instanceof Blob) request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    };
    request.onload = () => {
      const { status, response } = request;
      if (status === 200 && response !== null) resolve({ ok: true, data: response });
      else resolve({ ok: false, ...refusalIn(response), final: status === 400 || status === 413 });
    };
    request.onerror = () => resolve({ ok: false, message: UNREACHABLE, final: false });
    request.onabort = request.onerror;
    request.send(body);
  });
}
