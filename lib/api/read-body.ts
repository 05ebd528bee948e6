import { GatheredBytes } from "@/lib/contract/read-bytes";
import { BadRequest, HubError, RateLimited, TooLarge } from "@/lib/platform/errors";
import { metrics } from "@/lib/platform/metrics";
import { startTimeout } from "@/lib/platform/timing";
import type { Body, HubRequest, Pieces, Taker } from "./hot-path/request";

interface BodyRules {
  tooLarge?: string;
  /** From the first read to the last byte; without it only the server's request timeout applies. */
  withinMs?: number;
  /** True if the credential is in the body. */
  isAnonymous?: boolean;
}

export const tooMuchInFlight = () => new RateLimited(15, "The hub is receiving too much data. Try again in a moment.");

type WithBody = { readonly body: Body };

const piecesOf = (stream: ReadableStream<Uint8Array>): Pieces => ({
  async tell(taker) {
    try {
      const reader = stream.getReader();
      for (let read = await reader.read(); !read.done; read = await reader.read()) taker.piece(read.value);
      taker.end();
    } catch (error) {
      taker.fail(error);
    }
  },
});

const REASONS: Record<number, string> = { 408: "too_slow", 413: "too_large", 429: "too_many_bytes" };

class Reading implements Taker {
  readonly whole: Promise<Uint8Array>;
  private resolve!: (bytes: Uint8Array) => void;
  private reject!: (error: HubError) => void;
  private isOver = false;
  private stopWaiting: (() => void) | undefined;
  private gathered = new GatheredBytes();
  private total = 0;

  constructor(
    private readonly pieces: Pieces,
    private readonly limitBytes: number,
    private readonly rules: BodyRules,
  ) {
    this.whole = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    pieces.tell(this);
    const { withinMs } = rules;
    if (this.isOver || withinMs === undefined) return;
    const late = () => new BadRequest(`The body did not arrive within ${Math.ceil(withinMs / 1000)} seconds.`);
    this.stopWaiting = startTimeout(withinMs, () => this.refuse(late(), "too_slow"));
  }

  piece(bytes: Uint8Array): void {
    this.total += bytes.byteLength;
    if (this.isOver) return;
    if (this.total <= this.limitBytes) {
      if (this.pieces.hold?.(bytes.byteLength, this.rules.isAnonymous) === false) this.refuse(tooMuchInFlight());
      else this.gathered.add(bytes);
    } else {
      const { tooLarge } = this.rules;
      const message = tooLarge ?? `The body is larger than ${this.limitBytes / 1024} KB.`;
      this.refuse(tooLarge ? new TooLarge(message) : new BadRequest(message), "too_large");
    }
  }

  end(): void {
    if (this.isOver) return;
    this.over();
    this.resolve(this.gathered.whole());
  }

  fail(cause: unknown): void {
    if (this.isOver) return;
    this.refuse(cause instanceof HubError ? cause : new BadRequest("The body ended early.", { cause }));
  }

  private refuse(error: HubError, reason = REASONS[error.status] ?? "incomplete"): void {
    metrics().bodiesRefused.inc({ reason });
    this.over();
    // A refused sender may continue for a while.
    this.gathered = new GatheredBytes();
    this.reject(error);
  }

  private over(): void {
    this.isOver = true;
    this.stopWaiting?.();
  }
}

/**
 * Reads a body of at most `limitBytes`, counted as it arrives.
 * @throws BadRequest if it is too large, too slow or truncated
 * @throws RateLimited while the process holds too many body bytes
 */
export async function readBody({ body }: WithBody, limitBytes: number, rules: BodyRules = {}): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  return new Reading("tell" in body ? body : piecesOf(body), limitBytes, rules).whole;
}

const isJson = (contentType: string | null) => /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType ?? "");

const utf8 = new TextDecoder("utf-8", { fatal: true });

interface JsonRules extends BodyRules {
  limitBytes: number;
  withinMs: number;
  emptyIsObject?: boolean;
}

/**
 * Reads a JSON body of at most `limitBytes`, counted as it arrives.
 * @throws BadRequest for another media type, a compressed, oversize or slow body, invalid UTF-8 or broken JSON
 */
export async function readJson(
  request: HubRequest,
  { limitBytes, withinMs, isAnonymous, emptyIsObject = false }: JsonRules,
): Promise<unknown> {
  const encoding = request.headers.get("content-encoding");
  const wrongType = !isJson(request.headers.get("content-type"));
  const bytes = await readBody(request, limitBytes, { withinMs, isAnonymous });
  if (bytes.byteLength === 0 && emptyIsObject) return {};
  if (wrongType) throw new BadRequest("Send the body as Content-Type: application/json.");
  if (encoding && encoding.toLowerCase() !== "identity")
    throw new BadRequest("Send the body without Content-Encoding.");
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new BadRequest("The body is not valid JSON in UTF-8.", { cause });
  }
}

/** The form that browsers and HTTP clients send; ambiguous ones are refused. */
const FORM_TYPE = /^multipart\/form-data; ?boundary=([\w.-]{1,70})$/i;
const MAX_HEAD_BYTES = 2048;
const END_OF_HEAD = "\r\n\r\n";

interface FormRules extends BodyRules {
  limitBytes: number;
  maxParts: number;
}

const unreadable = (cause?: unknown) => new BadRequest("The form could not be read.", { cause });

/** Refuses forms with too many parts or headers, since each becomes an object. */
function checkParts(body: Buffer, boundary: string, maxParts: number): void {
  const line = `--${boundary}`;
  let parts = 0;
  for (let at = body.indexOf(line); at !== -1; at = body.indexOf(line, at + line.length)) {
    // The form's last line adds one.
    if (++parts > maxParts + 1) throw new BadRequest(`The form has over ${maxParts} parts.`);
    const isLast = body.toString("latin1", at + line.length, at + line.length + 2) === "--";
    const head = body.subarray(at, at + MAX_HEAD_BYTES);
    if (!isLast && !head.includes(END_OF_HEAD)) throw unreadable();
  }
}

/**
 * Reads a form with files.
 * @throws BadRequest if it isn't a form, is too large or has too many parts
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
