import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeStream } from "node:stream/web";
import type { ErrorCode } from "@/lib/contract";

/** A response before its mount writes it. Header names are lower case. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Body;
  code?: ErrorCode;
}

type Body = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null;

/** A finished response body, sent without parsing or serialising it again. A function is called unless it gets 304. */
export class RawResponse {
  constructor(
    readonly content: Body | (() => Promise<Body>),
    readonly headers: Record<string, string> = {},
    readonly status = 200,
  ) {}
}

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

export const forMethod = (method: string, answer: Answer): Answer =>
  method === "HEAD" ? { ...answer, body: null } : answer;

export const toResponse = ({ status, headers, body }: Answer): Response => new Response(body, { status, headers });

/** Writes a response at once, a stream as it comes. Does nothing if the caller is gone. */
export function writeAnswer(
  response: ServerResponse,
  { status, headers, body }: Answer,
  extraHeaders: Readonly<Record<string, string>> = {},
): void {
  const fields: Record<string, string> = { ...headers, ...extraHeaders };
  if (body instanceof ReadableStream) {
    response.writeHead(status, fields);
    // It ends early with its reader.
    pipeline(Readable.fromWeb(body as NodeStream), response).catch(() => {});
    return;
  }
  if (body !== null) fields["content-length"] = String(Buffer.byteLength(body));
  response.writeHead(status, fields);
  response.end(body);
}
