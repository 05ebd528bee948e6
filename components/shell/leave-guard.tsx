"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { useLate } from "@/components/ui/hooks";
import { LiveRegion } from "@/components/ui/skip-link";

export const loadConfirmDialog = () =>
  import("@/components/ui/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog);

/** What happens to unsaved edits on leaving: they are lost, or kept in this browser. */
type UnsavedEdits = "lost" | "kept";

const holders = new Map<symbol, UnsavedEdits>();

/** Returns what leaving would do to this window's unsaved edits, or null if there are none. */
function unsavedEdits(): UnsavedEdits | null {
  const fates = [...holders.values()];
  return fates.includes("lost") ? "lost" : (fates[0] ?? null);
}

/**
 * While `unsaved` is true, asks before a link, brand switch or closed tab leaves the page.
 * @param edited loads the question, because the network may be down once it is needed
 */
export function useUnsavedGuard(unsaved: boolean, fate: UnsavedEdits = "lost", edited = unsaved): void {
  useEffect(() => {
    if (edited) loadConfirmDialog().catch(() => {});
  }, [edited]);
  useEffect(() => {
    if (!unsaved) return;
    const holder = Symbol("unsaved edits");
    holders.set(holder, fate);
    return () => {
      holders.delete(holder);
    };
  }, [unsaved, fate]);
}

type LeaveGuard = {
  /** Navigates at once, or after the person agrees to leave unsaved edits behind. */
  leave: (go: () => void) => void;
  /** Makes a screen reader announcement that survives the navigation. */
  announce: (message: string) => void;
};

const LeaveContext = createContext<LeaveGuard | null>(null);

export function useLeaveGuard(): LeaveGuard {
  const guard = useContext(LeaveContext);
  if (!guard) throw new Error("useLeaveGuard needs a LeaveGuardProvider above it");
  return guard;
}

/** Returns the hub URL that a click leads to, or null if it doesn't leave the page. */
function departure(event: MouseEvent): string | null {
  const modified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (modified || !(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download"))
    return null;
  const url = new URL(link.href);
  const { origin, pathname } = window.location;
  return url.origin === origin && url.pathname !== pathname ? `${url.pathname}${url.search}${url.hash}` : null;
}

type Question = { title: string; effect: string; confirmLabel: string; tone: "danger" | "primary" };

const QUESTIONS: Record<UnsavedEdits, Question> = {
  lost: {
    title: "Leave without saving?",
    effect: "Your unsaved edits on this page will be lost.",
    confirmLabel: "Leave without saving",
    tone: "danger",
  },
  kept: {
    title: "Leave before your edits are saved?",
    effect: "Your latest edits haven’t reached the hub. This browser keeps them until you come back to this page.",
    confirmLabel: "Leave page",
    tone: "primary",
  },
};

/** Asks before a link or a closed tab leaves unsaved edits behind. */
export function LeaveGuardProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  /** Kept while the dialog closes, because the edits may be saved by then. */
  const [question, setQuestion] = useState<Question>(QUESTIONS.lost);
  const [message, setMessage] = useState("");
  const { part: LeaveQuestion, need } = useLate(loadConfirmDialog);
  const ask = useCallback(
    (edits: UnsavedEdits, go: () => void) =>
      need(
        () => {
          setQuestion(QUESTIONS[edits]);
          setWaiting(() => go);
        },
        () => {
          if (window.confirm(`${QUESTIONS[edits].title}\n\n${QUESTIONS[edits].effect}`)) go();
        },
      ),
    [need],
  );
  const leave = useCallback(
    (go: () => void) => {
      const edits = unsavedEdits();
      if (edits) ask(edits, go);
      else go();
    },
    [ask],
  );

  useEffect(() => {
    const hold = (event: MouseEvent) => {
      const edits = unsavedEdits();
      const href = edits ? departure(event) : null;
      if (edits === null || href === null) return;
      event.preventDefault();
      event.stopPropagation();
      ask(edits, () => router.push(href));
    };
    const warn = (event: BeforeUnloadEvent) => {
      if (unsavedEdits()) event.preventDefault();
    };
    document.addEventListener("click", hold, true);
    window.addEventListener("beforeunload", warn);
    return () => {
      document.removeEventListener("click", hold, true);
      window.removeEventListener("beforeunload", warn);
    };
  }, [router, ask]);

  return (
    <LeaveContext value={{ leave, announce: setMessage }}>
      {children}
      <LiveRegion message={message} />
      {LeaveQuestion ? (
        <LeaveQuestion
          open={waiting !== null}
          onOpenChange={(open) => open || setWaiting(null)}
          {...question}
          onOk={() => waiting?.()}
        />
      ) : null}
    </LeaveContext>
  );
}
