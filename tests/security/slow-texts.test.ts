import { expect, it } from "vitest";
import { type BrandDocument, emptyDocument, measureClearSpace } from "@/lib/content";
import { sendWebhook } from "@/lib/integrations/webhooks/send-webhook";
import { newId } from "@/lib/platform/ids";
import { mergeDocuments } from "@/lib/publishing/identity/merge-draft";
import { areAlike, diffText } from "@/lib/publishing/identity/value-diff";
import { startCpuClock } from "../support/cpu-clock";
import { inForm } from "../support/in-form";
import { createReceiver } from "../support/receiver";

/** Each was ten times slower once; the margin allows for slow machines. */
function secondsOf(work: () => void): number {
  const seconds = startCpuClock();
  work();
  return seconds();
}

const WORDS = Array.from({ length: 700 }, (_, index) => index.toString(36));
/** The same words in another order each time, so few adjacent pairs match. */
const shuffled = (turn: number) =>
  WORDS.toSorted((a, b) => (((a + turn < b ? 7 : 5) * (a.length + turn)) % 3) - 1).join(" ");

it("compares two lists of long texts with shared words within seconds", () => {
  const pairs = Array.from({ length: 20 }, (_, turn) => [shuffled(turn), [...WORDS].reverse().join(" ")] as const);
  const seconds = secondsOf(() => {
    for (const [before] of pairs) for (const [, after] of pairs) areAlike(before, after);
    for (const [before, after] of pairs) diffText(before, after);
  });
  expect(seconds).toBeLessThan(10);
});

const documentOf = (prefix: string): BrandDocument => {
  const file = { sha256: "a".repeat(64), mime: "image/png", bytes: 1, width: 1, height: 1 };
  const asset = (_: unknown, index: number) =>
    ({
      id: newId(),
      kind: "image",
      name: `${prefix}${index}`.padEnd(200, "x"),
      file: { ...file, id: newId() },
    }) as const;
  return { ...emptyDocument(), assets: Array.from({ length: 500 }, asset) };
};

it("merges two windows with 500 new assets each in linear time", () => {
  const [mine, theirs] = [documentOf("mine"), documentOf("theirs")];
  let merged: BrandDocument | undefined;
  expect(
    secondsOf(() => {
      merged = mergeDocuments(emptyDocument(), mine, theirs).document;
    }),
  ).toBeLessThan(1.5);
  expect(merged?.assets).toHaveLength(1000);
  expect(theirs.assets).toHaveLength(500);
});

it("measures clear-space rules of 2,000 digits in linear time", () => {
  const rule = "1".repeat(2_000);
  expect(secondsOf(() => Array.from({ length: 60 }, () => measureClearSpace(rule)))).toBeLessThan(1.5);
  expect(measureClearSpace(rule)).toEqual({ kind: "described" });
});

it("parses a Retry-After of 15,000 letters in linear time", async () => {
  const receiver = await createReceiver((response) =>
    response.writeHead(503, { "retry-after": "a".repeat(15_000) }).end(),
  );
  const rounds = inForm({ short: 6, full: 20 });
  const seconds = startCpuClock();
  for (let round = 0; round < rounds; round += 1) {
    const sent = { url: receiver.url, headers: {}, body: "{}", policy: { allowLoopback: true } };
    expect(await sendWebhook(sent)).toMatchObject({ status: 503, retryAfterSeconds: expect.anything() });
  }
  await receiver.close();
  expect(seconds()).toBeLessThan(rounds / 2);
});
