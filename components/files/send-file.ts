/** How a file was received: what the hub answered, or a sentence on why it was not. */
export type Sending<T> = { ok: true; data: T } | { ok: false; message: string };

const UNREACHABLE = "The hub could not be reached. Check the network, then try again.";

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
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.responseType = "json";
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => {
      const received = request.status === 200 && request.response !== null;
      resolve(received ? { ok: true, data: request.response } : { ok: false, message: sentenceOf(request.response) });
    };
    request.onerror = () => resolve({ ok: false, message: UNREACHABLE });
    request.onabort = request.onerror;
    request.send(file);
  });
}
