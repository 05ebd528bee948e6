"use client";

import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { useUnsavedGuard } from "@/components/shell/unsaved-edits";
import { onVersionLive } from "@/components/shell/version-live";
import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/empty-state";
import { ListLoading } from "@/components/ui/loading";
import { reached } from "@/components/ui/reached";
import type { DraftState } from "@/lib/publishing";
import type { DraftActions } from "./draft-actions";
import { browserEnvironment, noEnvironment } from "./draft-environment";
import { DraftSession, type DraftView } from "./draft-session";

const SessionContext = createContext<DraftSession | null>(null);

/** A draft that is too large for its page. */
type LateDraft = Pick<DraftState, "brandId" | "userId">;

const keyOf = ({ brandId, userId }: LateDraft) => `${brandId} ${userId}`;

/** Edits go on being saved while the person is on another page of the hub, so sessions live as long as the window. */
const sessions = new Map<string, DraftSession>();

function sessionFor(initial: DraftState, actions: DraftActions): DraftSession {
  if (typeof window === "undefined") return new DraftSession(initial, actions, noEnvironment);
  const key = keyOf(initial);
  const session = sessions.get(key) ?? new DraftSession(initial, actions, browserEnvironment(`hub-draft ${key}`));
  sessions.set(key, session);
  return session;
}

const REFRESH_AFTER_MS = 15_000;

/** Keeps the session in step with the window around it: coming back, losing the network, being closed. */
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
    // Edits that are unsaved hear of it when they are saved.
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

/** Holds the user's draft of one brand for everything below it; see DraftScope for the page's side. */
export function DraftProvider({ initial, ...rest }: DraftProviderProps<DraftState | LateDraft>) {
  return "document" in initial ? (
    <WholeDraft {...rest} initial={initial} />
  ) : (
    <LaterDraft {...rest} initial={initial} />
  );
}

/** Asks for the draft with each page. Meanwhile the page shows the one that this window has, or that it is waiting. */
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
  // The browser went to the anchor of its address before there was one.
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
  if (problem === null) return <ListLoading label="Loading the draft" />;
  return (
    <ErrorState title="The draft could not be loaded" action={<Button onClick={() => void load()}>Try again</Button>}>
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
  useUnsavedGuard(status === "offline" || status === "error", kept ? "kept" : "lost");
  return <SessionContext value={session}>{children}</SessionContext>;
}

function useSession(): DraftSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error("A draft needs a DraftScope above it");
  return session;
}

/**
 * One thing out of the draft; the component renders again only when that changes, which keeps typing quick in a form of a hundred fields.
 * `select` must give the same value for the same view: pick, do not build.
 */
export function useDraftValue<T>(select: (view: DraftView) => T): T {
  const session = useSession();
  const read = () => select(session.getView());
  return useSyncExternalStore(session.subscribe, read, read);
}

/** How to edit the draft; never changes. */
export const useUpdateDraft = (): DraftSession["update"] => useSession().update;

/** The draft that the page edits: its state, `update` for edits, and what can be done with the whole of it. */
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
