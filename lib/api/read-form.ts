import { BadRequest } from "@/lib/platform/errors";
import { type BodyRules, readBody } from "./read-body";

/** Browsers and HTTP clients write no others; whatever could be read in two ways is refused. */
const FORM_TYPE = /^multipart\/form-data; ?boundary=([\w.-]{1,70})$/i;
/** A name, a file's name and its type. */
const MAX_HEAD_BYTES = 2048;
const END_OF_HEAD = "\r\n\r\n";

interface FormRules extends BodyRules {
  limitBytes: number;
  maxParts: number;
}

const unreadable = (cause?: unknown) => new BadRequest("The form could not be read.", { cause });

/** Refuses what would take long to read: each part, and each header of one, is an object of its own, however little it holds. */
function checkParts(body: Buffer, boundary: string, maxParts: number): void {
  const line = `--${boundary}`;
  let parts = 0;
  for (let at = body.indexOf(line); at !== -1; at = body.indexOf(line, at + line.length)) {
    // The line that ends the form is one more.
    if (++parts > maxParts + 1) throw new BadRequest(`The form has over ${maxParts} parts.`);
    const isLast = body.toString("latin1", at + line.length, at + line.length + 2) === "--";
    const head = body.subarray(at, at + MAX_HEAD_BYTES);
    if (!isLast && !head.includes(END_OF_HEAD)) throw unreadable();
  }
}

/**
 * Reads a form with files, of few parts.
 * @throws BadRequest when it is none, is larger, or has more parts than it may
 */
export async function readForm(request: Request, { limitBytes, maxParts, ...rules }: FormRules): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  const bytes = new Uint8Array(await readBody(request, limitBytes, rules));
  const boundary = FORM_TYPE.exec(type)?.[1];
  if (!boundary) throw unreadable();
  checkParts(Buffer.from(bytes.buffer), boundary, maxParts);
  return new Response(bytes, { headers: { "content-type": type } }).formData().catch((cause) => {
    throw unreadable(cause);
  });
}
