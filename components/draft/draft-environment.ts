import type { ReviewerMatches } from "@/components/review/review-texts";
import type { BrandDocument } from "@/lib/content";
import { counted } from "@/lib/platform/text";
import type {
  DraftSave,
  DraftState,
  MergeConflict,
  PublishSchedule,
  ReviewRequest,
  SavedDraft,
  VersionEntry,
} from "@/lib/publishing";
import type { FormResult } from "@/lib/web/actions/form-result";

/** What a draft session needs from the browser. Tests inject their own. */
export interface DraftEnvironment {
  /** Runs `task` after a delay. The returned function cancels it. */
  after: (delayMs: number, task: () => void) => () => void;
  /** Null where the browser forbids storage. */
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;
  /** Notifies other windows of this browser about changes to the draft. */
  notify: () => void;
  listen: (onMessage: () => void) => () => void;
}

function openStorage(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** Returns the browser's environment. Windows that edit the same draft share `name`. */
export function browserEnvironment(name: string): DraftEnvironment {
  const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(name);
  return {
    after(delayMs, task) {
      const timer = setTimeout(task, delayMs);
      return () => clearTimeout(timer);
    },
    storage: openStorage(),
    notify: () => channel?.postMessage("changed"),
    listen(onMessage) {
      channel?.addEventListener("message", onMessage);
      return () => channel?.removeEventListener("message", onMessage);
    },
  };
}

export const noEnvironment: DraftEnvironment = {
  after: () => () => undefined,
  storage: null,
  notify: () => undefined,
  listen: () => () => undefined,
};

/** `stale`: the draft or its base version changed in the meantime. */
export type OrStale<T> = FormResult<T | "stale">;

export interface Publication {
  version: number;
  /** False when the draft equals the live version. */
  changed: boolean;
  toolsNotified: number;
  state: DraftState;
}

export interface MergePreview {
  conflicts: MergeConflict[];
  revision: number;
  state: DraftState;
}

export type MergeChoices = Record<string, "mine" | "theirs">;

/** Server actions of a draft. They reject when the server can't be reached. */
export interface DraftActions {
  load: (brandId: string) => Promise<FormResult<DraftState>>;
  save: (save: DraftSave) => Promise<OrStale<SavedDraft>>;
  merge: (edited: { brandId: string; baseVersion: number; document: BrandDocument }) => Promise<OrStale<DraftState>>;
  publish: (input: { brandId: string; revision: number; note: string }) => Promise<OrStale<Publication>>;
  schedule: (input: PublishSchedule) => Promise<OrStale<DraftState>>;
  unschedule: (brandId: string) => Promise<FormResult<DraftState>>;
  reviewers: (input: { brandId: string; search: string }) => Promise<FormResult<ReviewerMatches>>;
  requestReview: (request: ReviewRequest) => Promise<FormResult<DraftState>>;
  discard: (brandId: string) => Promise<FormResult<DraftState>>;
  previewRebase: (brandId: string) => Promise<OrStale<MergePreview>>;
  rebase: (input: { brandId: string; revision: number; choices: MergeChoices }) => Promise<OrStale<DraftState>>;
}

export function notifiedText(tools: number): string {
  if (tools === 0) return "No tool is subscribed yet.";
  return `${counted(tools, "tool")} will be notified within a minute.`;
}

const listed = new Intl.ListFormat("en", { type: "conjunction" });

/** Returns publishers published since the draft began: `Ada Lovelace and Grace Hopper published up to version 9`. */
export function publisherText(since: readonly VersionEntry[], version: number): string {
  const names = [...new Set(since.map(({ author }) => author ?? "Someone"))];
  const publishers = names.length > 0 ? listed.format(names) : "Someone";
  return `${publishers} published ${since.length > 1 ? "up to " : ""}version ${version}`;
}
