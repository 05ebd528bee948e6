import { BadRequest } from "@/lib/kernel/errors";
import { readBody } from "./read-body";

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
  request: Request,
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
