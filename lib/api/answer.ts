import type { ErrorCode } from "@/lib/contract";

/** What is answered to a request, until its mount writes it in its own way: fields by their names in lower case. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Null where there is none, as of a 304. */
  body: string | Uint8Array<ArrayBuffer> | null;
  /** Of a failure: what its envelope says. */
  code?: ErrorCode;
}

/** A value as JSON that nobody keeps a copy of. */
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

/** The answer as it is written to a request of this method: without a body to HEAD. */
export const asAskedFor = (method: string, answer: Answer): Answer =>
  method === "HEAD" ? { ...answer, body: null } : answer;

/** The answer as Next's mount takes it. */
export const toResponse = ({ status, headers, body }: Answer): Response => new Response(body, { status, headers });
