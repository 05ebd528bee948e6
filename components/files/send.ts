import { UNREACHABLE } from "@/components/ui/reached";
import { MAX_UPLOAD_BYTES } from "@/lib/content";
import { sizeLimitText } from "@/lib/platform/size-text";

/** What a route of the hub answered, or a sentence on why it did not; `final` when the same would be refused again. */
export type Sending<T> = { ok: true; data: T } | { ok: false; message: string; field?: string; final: boolean };

const textAt = (value: object, name: string): string | undefined => {
  const found: unknown = Reflect.get(value, name);
  return typeof found === "string" ? found : undefined;
};

function refusalIn(answer: unknown): { message: string; field?: string } {
  const error = typeof answer === "object" && answer !== null && "error" in answer ? answer.error : null;
  if (typeof error !== "object" || error === null) return { message: "The hub did not take this." };
  return { message: textAt(error, "message") ?? "The hub did not take this.", field: textAt(error, "field") };
}

/**
 * Sends a file as the bare body, or a form, by POST to a route of the hub and tells how far it is, from 0 to 1. Never throws: whatever
 * fails becomes a sentence for people. By XMLHttpRequest, since `fetch` tells nothing of the way up.
 */
export function send<T>(url: string, body: Blob | FormData, onProgress?: (share: number) => void): Promise<Sending<T>> {
  // Not sent: the hub would stop listening half-way, which looks like a broken network.
  if (body instanceof Blob && body.size > MAX_UPLOAD_BYTES) {
    const message = `Larger than ${sizeLimitText(MAX_UPLOAD_BYTES)}, the most the hub takes.`;
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
