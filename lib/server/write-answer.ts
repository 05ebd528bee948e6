import type { ServerResponse } from "node:http";
import type { Answer } from "@/lib/api/answer";

/** Writes an answer as it is, with the fields that each answer has, in one go; nothing where the caller went away. */
export function writeAnswer(
  response: ServerResponse,
  { status, headers, body }: Answer,
  besides: Readonly<Record<string, string>> = {},
): void {
  const fields: Record<string, string> = { ...headers, ...besides };
  if (body !== null) fields["content-length"] = String(Buffer.byteLength(body));
  response.writeHead(status, fields);
  response.end(body);
}
