import type { IncomingMessage } from "node:http";
import { isMultipart } from "./unreadable-form";

/** Far more than any form of the hub has. Next reads 11,500 empty ones in the megabyte that an action may take, each into an object. */
const MOST_PARTS = 1000;
const MOST_THROWN_AWAY_BYTES = 8 * 1024 * 1024;

/** What begins each part but the first; what says its boundary in no plain way is counted by all that may begin one. */
function delimiterOf({ headers }: IncomingMessage): Buffer {
  const plain = /^multipart\/form-data;\s*boundary=([\w'+.-]{1,70})$/i.exec(headers["content-type"] ?? "")?.[1];
  return Buffer.from(`\r\n--${plain ?? ""}`);
}

/** Counts what stands in a stream, also across its chunks. */
function counterOf(wanted: Buffer): (chunk: Buffer) => number {
  let count = 0;
  let rest = Buffer.alloc(0);
  return (chunk) => {
    const text = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, from)) {
      count += 1;
      from = at + wanted.length;
    }
    rest = text.subarray(Math.max(from, text.length - wanted.length + 1));
    return count;
  };
}

/**
 * Ends a form with too many parts where they become too many, for whoever reads it: Next then finds no end of it, which is answered 400
 * (`answerUnreadableForms`). What follows is taken in and thrown away, so that whoever sends it gets to read that.
 */
export function limitParts(request: IncomingMessage): void {
  if (request.method !== "POST" || !isMultipart(request)) return;
  const count = counterOf(delimiterOf(request));
  const push = request.push.bind(request);
  let thrownAway = 0;
  request.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
    if (chunk === null) return push(null);
    if (thrownAway === 0 && count(chunk) <= MOST_PARTS) return push(chunk, encoding);
    thrownAway += chunk.length;
    if (thrownAway > MOST_THROWN_AWAY_BYTES) request.destroy();
    return true;
  };
}
