import type { ServerResponse } from "node:http";
import type { ErrorCode } from "@/lib/contract";

/** The answer to a request, before its mount writes it. Header names are in lower case. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Null for an answer without a body, such as a 304. */
  body: string | Uint8Array<ArrayBuffer> | null;
  /** The envelope's code, for an error. */
  code?: ErrorCode;
}

/** A handler's result whose text or bytes exist already: they are sent as they are, not parsed or serialised again. */
export class RawResponse {
  constructor(
    readonly content: string | Uint8Array<ArrayBuffer> | null,
    readonly headers: Record<string, string> = {},
    readonly status = 200,
  ) {}
}

/** A JSON answer that no cache keeps. */
export const jsonAnswer = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: {
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  },
  body: JSON.stringify(value),
});

/** The answer for a request of this method: HEAD gets no body. */
export const asAskedFor = (method: string, answer: Answer): Answer =>
  method === "HEAD" ? { ...answer, body: null } : answer;

/** The answer as Next's route files return it. */
export const toResponse = ({ status, headers, body }: Answer): Response => new Response(body, { status, headers });

/** Writes an answer to Node's response in one go; does nothing once the caller has gone. */
export function writeAnswer(
  response: ServerResponse,
  { status, headers, body }: Answer,
  extraHeaders: Readonly<Record<string, string>> = {},
): void {
  const fields: Record<string, string> = { ...headers, ...extraHeaders };
  if (body !== null) fields["content-length"] = String(Buffer.byteLength(body));
  response.writeHead(status, fields);
  response.end(body);
}
