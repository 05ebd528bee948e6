import { toErrorResponse } from "@/lib/api/envelope";
import { refusalOf } from "./form-result";

/** Compression and proxy buffering would delay the lines. */
const HEADERS = {
  "content-type": "application/x-ndjson",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};
const SIGN_OF_LIFE_MS = 20_000;

export interface Lines {
  send(value: unknown): void;
  end(): void;
}

/**
 * Streams JSON lines for at most `lastsMs`; clients then reconnect, which checks their session again. Empty lines are
 * keep-alives. `start` returns a clean-up function, or throws for an error envelope.
 */
export async function answerLines(
  { signal, lastsMs }: { signal: AbortSignal; lastsMs: number },
  start: (lines: Lines) => Promise<() => void>,
): Promise<Response> {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let stop = () => {};
  const finish = () => {
    if (!controller) return false;
    controller = undefined;
    clearInterval(alive);
    clearTimeout(last);
    signal.removeEventListener("abort", end);
    stop();
    return true;
  };
  const write = (text: string) => controller?.enqueue(encoder.encode(text));
  const end = () => {
    const ending = controller;
    if (finish()) ending?.close();
  };
  const body = new ReadableStream<Uint8Array>({
    start: (opened) => {
      controller = opened;
    },
    cancel: () => void finish(),
  });
  const alive = setInterval(() => write("\n"), SIGN_OF_LIFE_MS).unref();
  const last = setTimeout(end, lastsMs).unref();
  signal.addEventListener("abort", end);
  try {
    const started = await start({ send: (value) => write(`${JSON.stringify(value)}\n`), end });
    if (controller) stop = started;
    else started();
    return new Response(body, { headers: HEADERS });
  } catch (error) {
    finish();
    return toErrorResponse(refusalOf(error) ?? error);
  }
}
