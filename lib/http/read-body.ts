import { BadRequest, TooLarge } from "@/lib/kernel/errors";
import type { Body, HubRequest } from "./hub-request";

/** How much of a refused body is read after the answer, so that the caller gets to read it. */
const DRAIN_LIMIT_BYTES = 8 * 1024 * 1024;

export interface BodyRules {
  /** What a page of the hub says of a larger one, with a 413. */
  tooLarge?: string;
  /** From the first read to the last byte; without it only the server's own time for a request holds. */
  withinMs?: number;
}

/** A body of either mount: a web Request is one too. */
type WithBody = { readonly body: Body | Request["body"] };

async function drain(pieces: AsyncIterator<Uint8Array>, alreadyRead: number): Promise<void> {
  let total = alreadyRead;
  try {
    while (total < DRAIN_LIMIT_BYTES) {
      const { done, value } = await pieces.next();
      if (done) return;
      total += value.byteLength;
    }
    await pieces.return?.();
  } catch {
    // The caller went away: there is nobody left to answer.
  }
}

/** Rejects once the time is up; `stop` it when it no longer matters. */
function deadline(withinMs: number | undefined): { passed: Promise<never>; stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<never>((_, reject) => {
    if (withinMs === undefined) return;
    const late = () => new BadRequest(`The body did not arrive within ${Math.ceil(withinMs / 1000)} seconds.`);
    timer = setTimeout(() => reject(late()), withinMs);
  });
  return { passed, stop: () => clearTimeout(timer) };
}

async function readAtMost({ body }: WithBody, limitBytes: number, rules: BodyRules): Promise<Uint8Array> {
  if (!body) return new Uint8Array();
  const pieces = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  const { passed, stop } = deadline(rules.withinMs);
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for (;;) {
      const { done, value } = await Promise.race([pieces.next(), passed]);
      if (done) break;
      total += value.byteLength;
      if (total > limitBytes) {
        if (rules.tooLarge) throw new TooLarge(rules.tooLarge);
        throw new BadRequest(`The body is larger than ${limitBytes / 1024} KB.`);
      }
      chunks.push(value);
    }
  } catch (error) {
    void drain(pieces, total);
    throw error;
  } finally {
    stop();
  }
  return chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks);
}

/**
 * Reads a body of at most `limitBytes`, counted while it streams in; whatever it claims to be.
 * @throws BadRequest when it is larger, comes too slowly, or ends before its time
 */
export async function readBody(request: WithBody, limitBytes: number, rules: BodyRules = {}): Promise<Uint8Array> {
  return readAtMost(request, limitBytes, rules).catch((error) => {
    if (error instanceof BadRequest) throw error;
    throw new BadRequest("The body could not be read to its end.", { cause: error });
  });
}

const isJson = (contentType: string | null) => /^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType ?? "");

interface JsonRules {
  limitBytes: number;
  withinMs: number;
  /** An empty body counts as `{}`. */
  emptyIsObject?: boolean;
}

/**
 * Reads a JSON body of at most `limitBytes`, counted while it streams in.
 * @throws BadRequest for another media type, a compressed, oversize or late body, invalid UTF-8 or broken JSON
 */
export async function readJson(
  request: HubRequest,
  { limitBytes, withinMs, emptyIsObject = false }: JsonRules,
): Promise<unknown> {
  const encoding = request.headers.get("content-encoding");
  const wrongType = !isJson(request.headers.get("content-type"));
  const bytes = await readBody(request, limitBytes, { withinMs });
  if (bytes.byteLength === 0 && emptyIsObject) return {};
  if (wrongType) throw new BadRequest("Send the body as Content-Type: application/json.");
  if (encoding && encoding.toLowerCase() !== "identity")
    throw new BadRequest("Send the body without Content-Encoding.");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new BadRequest("The body is not valid JSON in UTF-8.", { cause });
  }
}
