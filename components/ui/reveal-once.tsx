"use client";

import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "./button";
import { DialogFooter } from "./dialog";
import { Notice } from "./notice";

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Keeps the page while what stands on it cannot be shown again: closing or reloading the tab asks first, and Back leads
 * here as long as it lasts. True once the page was left all the same: a copy that the browser kept of it must not show it.
 */
function useHeldPage(): boolean {
  const [left, setLeft] = useState(false);
  useEffect(() => {
    const { href } = window.location;
    const { state } = window.history;
    const hold = () => window.history.pushState(state, "", href);
    const stay = (event: Event) => {
      // Before the router hears of it, which would go where Back leads.
      event.stopImmediatePropagation();
      hold();
    };
    // At once: a page that is being left renders no more.
    const leave = () => flushSync(() => setLeft(true));
    hold();
    window.addEventListener("beforeunload", ask);
    window.addEventListener("popstate", stay, { capture: true });
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("beforeunload", ask);
      window.removeEventListener("popstate", stay, { capture: true });
      window.removeEventListener("pagehide", leave);
      window.history.back();
    };
  }, []);
  return left;
}

type RevealOnceProps = {
  /** What to do with it, under the warning that it is shown this once. */
  advice: string;
  /** What stands here once the page was left all the same. */
  gone: string;
  onStored: () => void;
  children: ReactNode;
};

/** A secret at the one moment it is shown. Only the button at the end takes it away, and then it is gone for good. */
export function RevealOnce({ advice, gone, onStored, children }: RevealOnceProps) {
  const left = useHeldPage();
  return (
    <div className="flex flex-col gap-4">
      {left ? (
        <p className="text-muted">{gone}</p>
      ) : (
        <>
          <Notice tone="warning" title="This is the only time it is shown">
            {advice}
          </Notice>
          {children}
        </>
      )}
      <DialogFooter>
        <Button variant="primary" onClick={onStored}>
          {left ? "Close" : "I have stored it"}
        </Button>
      </DialogFooter>
    </div>
  );
}
