"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LiveRegion } from "@/components/ui/live-region";
import { hasUnsavedEdits } from "./unsaved-edits";

type LeaveGuard = {
  /** Goes at once, or after the person agreed to lose unsaved edits. */
  leave: (go: () => void) => void;
  /** Tells screen readers something that outlives the page. */
  announce: (message: string) => void;
};

const LeaveContext = createContext<LeaveGuard | null>(null);

/** The guard of the shell around. */
export function useLeaveGuard(): LeaveGuard {
  const guard = useContext(LeaveContext);
  if (!guard) throw new Error("useLeaveGuard needs a LeaveGuardProvider above it");
  return guard;
}

/** The address within the hub that a press would lead to, away from this page; null for anything else. */
function departure(event: MouseEvent): string | null {
  const modified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (modified || !(link instanceof HTMLAnchorElement) || link.target === "_blank" || link.hasAttribute("download"))
    return null;
  const url = new URL(link.href);
  const { origin, pathname } = window.location;
  return url.origin === origin && url.pathname !== pathname ? `${url.pathname}${url.search}${url.hash}` : null;
}

/** Asks before unsaved edits are lost, whichever link is pressed; also when the tab is closed, as far as browsers let it. */
export function LeaveGuardProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  const [message, setMessage] = useState("");
  const leave = useCallback((go: () => void) => (hasUnsavedEdits() ? setWaiting(() => go) : go()), []);

  useEffect(() => {
    const hold = (event: MouseEvent) => {
      const address = hasUnsavedEdits() ? departure(event) : null;
      if (address === null) return;
      event.preventDefault();
      event.stopPropagation();
      setWaiting(() => () => router.push(address));
    };
    const warn = (event: BeforeUnloadEvent) => {
      if (hasUnsavedEdits()) event.preventDefault();
    };
    document.addEventListener("click", hold, true);
    window.addEventListener("beforeunload", warn);
    return () => {
      document.removeEventListener("click", hold, true);
      window.removeEventListener("beforeunload", warn);
    };
  }, [router]);

  return (
    <LeaveContext value={{ leave, announce: setMessage }}>
      {children}
      <LiveRegion message={message} />
      <ConfirmDialog
        open={waiting !== null}
        onOpenChange={(open) => {
          if (!open) setWaiting(null);
        }}
        title="Leave without saving?"
        effect="This page has edits that are not saved yet. Leaving loses them."
        confirmLabel="Leave and lose them"
        onConfirm={async () => {
          waiting?.();
          return undefined;
        }}
      />
    </LeaveContext>
  );
}
