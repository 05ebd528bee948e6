import type { IncomingMessage } from "node:http";
import { isMultipart } from "./unreadable-form";

/** Far more than any form of the hub has. Next reads 11,500 empty ones in the megabyte that an action may take, each into an object. */
const MOST_PARTS = 1000;

/** What begins each part but the first; what says its boundary in no plain way is counted by all that may begin one. */
function delimiterOf({ headers }: IncomingMessage): string {
  const plain = /^multipart\/form-data;\s*boundary=([\w'+.-]{1,70})$/i.exec(headers["content-type"] ?? "")?.[1];
  return `\r\n--${plain ?? ""}`;
}

/** Whether a request has a form of more parts than any page sends. */
export function hasTooManyParts(request: IncomingMessage, body: Buffer): boolean {
  if (!isMultipart(request)) return false;
  const delimiter = delimiterOf(request);
  let parts = 1;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) parts += 1;
  // The line that ends the form is one more.
  return parts > MOST_PARTS + 1;
}
