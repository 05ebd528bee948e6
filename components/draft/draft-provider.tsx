"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  useTransition,
} from "react";
import { useUnsavedGuard } from "@/components/shell/leave-guard";
import { onVersionLive } from "@/components/shell/live-events";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/empty-state";
import { belongsToPage, matchesChord } from "@/components/ui/hooks";
import { ListLoading } from "@/components/ui/loading";
import { reached } from "@/components/ui/reached";
import type { DraftState } from "@/lib/publishing";
import { browserEnvironment, type DraftActions, noEnvironment } from "./draft-environment";
import { DraftSession, type DraftView, type Outcome } from "./draft-session";

const SessionContext = createContext<DraftSession | null>(null);

type LateDraft = Pick<DraftState, "brandId" | "userId">;

const keyOf = ({ brandId, userId }: LateDraft) => `${brandId} ${userId}`;

/** Sessions live as long as the window, so edits still save after the editor moves to another page. */
const sessions = new Map<string, DraftSession>();

function sessionFor(initial: DraftState, actions: DraftActions): DraftSession {
  if (typeof window === "undefined") return new DraftSession(initial, actions, noEnvironment);
  const key = keyOf(initial);
  const session = sessions.get(key) ?? new DraftSession(initial, actions, browserEnvironment(`hub-draft ${key}`));
  sessions.set(key, session);
  return session;
}

const REFRESH_AFTER_MS = 15_000;

function useWindowEvents(session: DraftSession): void {
  useEffect(() => {
    let askedAtMs = Date.now();
    const onVisible = () => {
      if (document.visibilityState === "hidden") session.keep();
      if (document.visibilityState === "hidden" || session.dirty || Date.now() - askedAtMs < REFRESH_AFTER_MS) return;
      askedAtMs = Date.now();
      void session.refresh();
    };
    const onOnline = () => void session.flush();
    const onClose = (event: BeforeUnloadEvent) => session.dirty && event.preventDefault();
    document.addEventListener("visibilitychange", onVisible);
    window.addEventListener("pagehide", session.keep);
    window.addEventListener("beforeunload", onClose);
    window.addEventListener("online", onOnline);
    // With unsaved edits, the next save reports the change.
    const notice = onVersionLive(() => void session.refresh());
    return () => {
      document.removeEventListener("visibilitychange", onVisible);
      window.removeEventListener("pagehide", session.keep);
      window.removeEventListener("beforeunload", onClose);
      window.removeEventListener("online", onOnline);
      notice();
      void session.flush();
    };
  }, [session]);
}

type DraftProviderProps<Draft> = { initial: Draft; actions: DraftActions; children: ReactNode };

/** Provides the user's draft of one brand. A large one is loaded after the page. */
export function DraftProvider({ initial, ...rest }: DraftProviderProps<DraftState | LateDraft>) {
  return "document" in initial ? (
    <WholeDraft {...rest} initial={initial} />
  ) : (
    <LaterDraft {...rest} initial={initial} />
  );
}

/** Loads the draft on mount. Until then shows this window's copy, or a placeholder. */
function LaterDraft({ initial: { brandId, userId }, actions, children }: DraftProviderProps<LateDraft>) {
  const [draft, setDraft] = useState(() => sessions.get(keyOf({ brandId, userId }))?.getView().state);
  const [problem, setProblem] = useState<string | null>(null);
  const load = useCallback(async () => {
    setProblem(null);
    const answer = await reached(() => actions.load(brandId));
    if (answer.status === "ok") setDraft(answer.data);
    else setProblem(answer.message);
  }, [actions, brandId]);
  useEffect(() => void load(), [load]);
  const isHere = draft !== undefined;
  // The browser looked for the URL's anchor before it was rendered.
  useEffect(() => {
    if (isHere) document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  }, [isHere]);
  if (draft) {
    return (
      <WholeDraft initial={draft} actions={actions}>
        {children}
      </WholeDraft>
    );
  }
  if (problem === null) return <ListLoading label="Loading draft" />;
  return (
    <ErrorState title="Can’t load the draft" action={<Button onClick={() => void load()}>Try again</Button>}>
      {problem}
    </ErrorState>
  );
}

function WholeDraft({ initial, actions, children }: DraftProviderProps<DraftState>) {
  const [session] = useState(() => sessionFor(initial, actions));
  const { status, kept } = useSyncExternalStore(session.subscribe, session.getView, session.getView);
  useEffect(() => session.offer(initial), [session, initial]);
  useEffect(() => session.restoreKept(), [session]);
  useWindowEvents(session);
  const edited = status !== "saved" && status !== "conflict";
  useUnsavedGuard(status === "offline" || status === "error", kept ? "kept" : "lost", edited);
  return <SessionContext value={session}>{children}</SessionContext>;
}

function useSession(): DraftSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error("A draft needs a DraftScope above it");
  return session;
}

/**
 * Returns part of the draft and renders only when that part changes. `select` must return the same value for the same
 * view: pick, don't build.
 */
export function useDraftValue<T>(select: (view: DraftView) => T): T {
  const session = useSession();
  const read = () => select(session.getView());
  return useSyncExternalStore(session.subscribe, read, read);
}

/** Runs a step of the draft from a dialog, and keeps its error. */
export function useDraftStep() {
  const [error, setError] = useState("");
  const [pending, startStep] = useTransition();
  const run = <T,>(step: () => Promise<Outcome<T>>, onOk: (data: T) => void, onStale?: () => void) =>
    startStep(async () => {
      setError("");
      const outcome = await step();
      if (outcome.ok) onOk(outcome.data);
      else if (outcome.stale && onStale) onStale();
      else setError(outcome.message);
    });
  return { run, pending, error, setError };
}

export const useUpdateDraft = (): DraftSession["update"] => useSession().update;

export function useDraft() {
  const session = useSession();
  const view = useSyncExternalStore(session.subscribe, session.getView, session.getView);
  const { update, flush, publish, schedule: schedulePublish, unschedule, discard, previewMerge, merge } = session;
  const { reviewers, requestReview } = session;
  return {
    ...view.state,
    ...view,
    ...{ update, flush, publish, schedulePublish, unschedule, discard, previewMerge, merge, reviewers, requestReview },
  };
}

/** One edit with the values before and after. Edits with the same `joins` become one step. */
type Step<T> = { label: string; before: T; after: T; joins?: string };
type History<T> = { done: readonly Step<T>[]; undone: readonly Step<T>[] };

const EMPTY = { done: [], undone: [] };
const MAX_STEPS = 50;

/** Appends a step, or extends the last one while the user types into the same field. */
function withStep<T>(done: readonly Step<T>[], step: Step<T>): Step<T>[] {
  const last = done.at(-1);
  const same = step.joins !== undefined && last?.joins === step.joins;
  const kept = same ? [...done.slice(0, -1), { ...step, before: last.before }] : [...done, step];
  return kept.slice(-MAX_STEPS);
}

/**
 * Undo and redo for a part of the draft, also by ⌘Z and ⇧⌘Z. The history is dropped when the part changes in some other
 * way (publication, merge, another window): undoing would then revert another person's work.
 */
export function useEditHistory<T>(value: T, setValue: (value: T) => void, enabled: boolean) {
  const [{ done, undone }, setHistory] = useState<History<T>>(EMPTY);
  const [announcement, setAnnouncement] = useState("");
  const own = useRef(value);

  useEffect(() => {
    if (value === own.current || JSON.stringify(value) === JSON.stringify(own.current)) return;
    own.current = value;
    setHistory(EMPTY);
  }, [value]);

  const show = useCallback(
    (next: T, message: string) => {
      own.current = next;
      setValue(next);
      setAnnouncement(message);
    },
    [setValue],
  );

  const edit = useCallback(
    (label: string, next: T, joins?: string) => {
      if (next === value) return;
      setHistory({ done: withStep(done, { label, before: value, after: next, joins }), undone: [] });
      show(next, joins ? "" : `Done: ${label}`);
    },
    [value, done, show],
  );

  const undo = useCallback(() => {
    const step = done.at(-1);
    if (!step) return;
    setHistory({ done: done.slice(0, -1), undone: [...undone, step] });
    show(step.before, `Undone: ${step.label}`);
  }, [done, undone, show]);

  const redo = useCallback(() => {
    const step = undone.at(-1);
    if (!step) return;
    setHistory({ done: [...done, step], undone: undone.slice(0, -1) });
    show(step.after, `Redone: ${step.label}`);
  }, [done, undone, show]);

  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => {
      const back = matchesChord(event, "mod+z");
      const forth = matchesChord(event, "mod+shift+z") || matchesChord(event, "mod+y");
      if (!(back || forth) || !belongsToPage(event)) return;
      event.preventDefault();
      if (back) undo();
      else redo();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [enabled, undo, redo]);

  return {
    edit,
    undo,
    redo,
    undoLabel: done.at(-1)?.label ?? null,
    redoLabel: undone.at(-1)?.label ?? null,
    announcement,
  };
}
