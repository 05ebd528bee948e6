import type { ServerResponse } from "node:http";
import type { Answer } from "@/lib/http/answer";

/** Writes an answer as it is, in one go; nothing where the caller went away. */
export function writeAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  const length = body === null ? {} : { "content-length": String(Buffer.byteLength(body)) };
  response.writeHead(status, { ...headers, ...length });
  response.end(body);
}
