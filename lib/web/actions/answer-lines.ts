import { toErrorResponse } from "@/lib/api/envelope";
import { refusalOf } from "./refusal";

/** Compressing would hold lines back until there are enough of them; so would a proxy that is not told. */
const HEADERS = {
  "content-type": "application/x-ndjson",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};
/** Nothing else tells a proxy, or this hub, that both ends are still there. */
const SIGN_OF_LIFE_MS = 20_000;

export interface Lines {
  tell(value: unknown): void;
  /** Ends the answer; once is enough. */
  end(): void;
}

/**
 * Answers a script of the hub's own pages line by line, each a JSON value, for at most `lastsMs`: whoever wants more asks again, and is proved again
 * by that. Empty lines are signs of life. `start` gives what is to be called once the answer is over, however it ends; what it throws is
 * answered as the API's envelope.
 */
export async function answerLines(
  { signal, lastsMs }: { signal: AbortSignal; lastsMs: number },
  start: (lines: Lines) => Promise<() => void>,
): Promise<Response> {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let stop = () => {};
  const over = () => {
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
    if (over()) ending?.close();
  };
  const body = new ReadableStream<Uint8Array>({
    start: (opened) => {
      controller = opened;
    },
    cancel: () => void over(),
  });
  const alive = setInterval(() => write("\n"), SIGN_OF_LIFE_MS).unref();
  const last = setTimeout(end, lastsMs).unref();
  signal.addEventListener("abort", end);
  try {
    const started = await start({ tell: (value) => write(`${JSON.stringify(value)}\n`), end });
    if (controller) stop = started;
    else started();
    return new Response(body, { headers: HEADERS });
  } catch (error) {
    over();
    return toErrorResponse(refusalOf(error) ?? error);
  }
}
