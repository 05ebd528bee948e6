import type { z } from "zod";
import type { BrandVersion, CheckResult } from "@/lib/contract";
import type { Block } from "./read-text";

/** A published version, as its address serves it. */
export type Version = z.input<typeof BrandVersion>;

type CheckFinding = z.input<typeof CheckResult>["findings"][number];

/** A finding before its quote is cut out. */
export type Found = Omit<CheckFinding, "quote">;

export const finding = (
  rule: string,
  severity: Found["severity"],
  path: string,
  { start, end, fix }: Pick<Found, "start" | "end" | "fix">,
  message: string,
): Found => ({ rule, severity, path, start, end, message, ...(fix !== undefined && { fix }) });

const escaped = (text: string, kind: Block["kind"]): string => {
  const safe = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return kind === "attribute" ? safe.replaceAll('"', "&quot;").replaceAll("'", "&#39;") : safe;
};

/** A part's place in the source. Has no fix if markup interrupts the part. */
export function placed({ starts, ends, kind }: Block, from: number, to: number, fix?: string) {
  const place = { start: starts[from] as number, end: ends[to - 1] as number };
  const isWhole = starts.slice(from + 1, to).every((start, index) => {
    const before = from + index;
    return start === ends[before] || (start === starts[before] && ends[before + 1] === ends[before]);
  });
  return fix === undefined || !isWhole ? place : { ...place, fix: kind === "text" ? fix : escaped(fix, kind) };
}
