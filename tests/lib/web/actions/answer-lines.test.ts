import { describe, expect, it, vi } from "vitest";
import { linesOf } from "@/components/shell/live/listen";
import { NotFound } from "@/lib/platform/errors";
import { answerLines, type Lines } from "@/lib/web/actions/answer-lines";

const LONG = { signal: new AbortController().signal, lastsMs: 60_000 };

describe("answerLines", () => {
  it("sends each value as one line, uncached and uncompressed, until closed", async () => {
    const stopped = vi.fn();
    const response = await answerLines(LONG, async ({ send, end }) => {
      send({ one: 1 });
      setTimeout(() => {
        send({ two: "a\nb" });
        end();
        end();
        send("too late");
      });
      return stopped;
    });
    expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(await response.text()).toBe('{"one":1}\n{"two":"a\\nb"}\n');
    expect(stopped).toHaveBeenCalledOnce();
  });

  it("ends after its time, when the request is aborted, and when nobody reads", async () => {
    const stopped = vi.fn();
    const brief = await answerLines({ ...LONG, lastsMs: 5 }, async () => stopped);
    expect(await brief.text()).toBe("");
    const request = new AbortController();
    const given = await answerLines({ ...LONG, signal: request.signal }, async () => stopped);
    request.abort();
    expect(await given.text()).toBe("");
    await (await answerLines(LONG, async () => stopped)).body?.cancel();
    expect(stopped).toHaveBeenCalledTimes(3);
  });

  it("cleans up if it was closed during start", async () => {
    const stopped = vi.fn();
    const response = await answerLines(LONG, async ({ end }: Lines) => {
      end();
      return stopped;
    });
    expect(await response.text()).toBe("");
    expect(stopped).toHaveBeenCalledOnce();
  });

  it("answers an error as the envelope with its status", async () => {
    const response = await answerLines(LONG, async () => {
      throw new NotFound("This brand doesn’t exist, or you aren’t a member.");
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: { code: "not_found", message: "This brand doesn’t exist, or you aren’t a member." },
    });
  });
});

describe("linesOf", () => {
  it("yields whole lines without keep-alives, and keeps a partial one", () => {
    expect(linesOf("", '{"a":1}\n\n{"b"')).toEqual({ lines: ['{"a":1}'], rest: '{"b"' });
    expect(linesOf('{"b"', ":2}\n")).toEqual({ lines: ['{"b":2}'], rest: "" });
  });
});
