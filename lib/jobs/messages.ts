import { UnsupportedFile, type UnsupportedFileReason } from "@/lib/assets";
import { BadRequest } from "@/lib/kernel/errors";
import type { JobInput } from "./index";

/** What the hub tells the process of its jobs. */
export interface JobOrder {
  name: string;
  input: JobInput;
}

/** What that process answers: that it listens, that a job takes long, and what became of it. */
export type JobNews =
  | { kind: "ready" }
  | { kind: "slow" }
  | { kind: "done"; output: unknown }
  | { kind: "refused"; message: string; field?: string; reason?: UnsupportedFileReason }
  | { kind: "failed"; stack: string };

/** A failure as it crosses from one process to the other: a refusal stays one, with its sentence, and nothing else is told to people. */
export function toNews(error: unknown): JobNews {
  if (error instanceof UnsupportedFile) return { kind: "refused", message: error.message, reason: error.reason };
  if (error instanceof BadRequest) return { kind: "refused", message: error.message, field: error.field };
  return { kind: "failed", stack: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** What a job gave, on the other side. @throws what it threw */
export function outputOf(news: Exclude<JobNews, { kind: "ready" | "slow" }>): unknown {
  if (news.kind === "done") return news.output;
  if (news.kind === "failed") throw new Error(`A job failed in its process: ${news.stack}`);
  if (news.reason) throw new UnsupportedFile(news.reason, news.message);
  throw new BadRequest(news.message, { field: news.field });
}
