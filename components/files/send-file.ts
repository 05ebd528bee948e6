import { MAX_FILE_BYTES } from "./types";

/** How a file was received: what the hub answered, or a sentence on why it was not; `final` when the same file would be refused again. */
export type Sending<T> = { ok: true; data: T } | { ok: false; message: string; final: boolean };

export const UNREACHABLE = "The hub could not be reached. Check the network, then try again.";

function sentenceOf(answer: unknown): string {
  const error = typeof answer === "object" && answer !== null && "error" in answer ? answer.error : null;
  const message = typeof error === "object" && error !== null && "message" in error ? error.message : null;
  return typeof message === "string" ? message : "The hub did not take this file.";
}

/**
 * Sends a file as the bare body of a POST to a route of the hub and tells how far it is, from 0 to 1. Never throws: whatever fails
 * becomes a sentence for people. By XMLHttpRequest, since `fetch` tells nothing of the way up.
 */
export function sendFile<T>(url: string, file: Blob, onProgress: (share: number) => void): Promise<Sending<T>> {
  // Not sent: the hub would stop listening half-way, which looks like a broken network.
  if (file.size > MAX_FILE_BYTES)
    return Promise.resolve({ ok: false, message: "Larger than 4 MB, the most the hub takes.", final: true });
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.responseType = "json";
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => {
      const { status, response } = request;
      if (status === 200 && response !== null) resolve({ ok: true, data: response });
      else resolve({ ok: false, message: sentenceOf(response), final: status === 400 });
    };
    request.onerror = () => resolve({ ok: false, message: UNREACHABLE, final: false });
    request.onabort = request.onerror;
    request.send(file);
  });
}
