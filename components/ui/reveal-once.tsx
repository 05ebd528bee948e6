"use client";

import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "./button";
import { DialogFooter } from "./dialog";
import { Notice } from "./empty-state";
import { Moment } from "./moment";

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Keeps the person on the page while a secret is shown: closing the tab asks first, and Back stays here. Returns true
 * once the page was left, so that the browser's cached copy doesn't show the secret.
 */
function useHeldPage(): boolean {
  const [left, setLeft] = useState(false);
  useEffect(() => {
    const { href } = window.location;
    const { state } = window.history;
    const hold = () => window.history.pushState(state, "", href);
    const stay = (event: Event) => {
      // Stops the router, which would follow Back.
      event.stopImmediatePropagation();
      hold();
    };
    // Synchronous, because a page being left doesn't render again.
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
  advice: string;
  /** Shown if the person left the page and came back. */
  gone: string;
  onStored: () => void;
  children: ReactNode;
};

export function RevealOnce({ advice, gone, onStored, children }: RevealOnceProps) {
  const left = useHeldPage();
  return (
    <div className="flex flex-col gap-4">
      {left ? (
        <p className="text-muted">{gone}</p>
      ) : (
        <>
          <Notice tone="warning" title="Shown only once">
            {advice}
          </Notice>
          {children}
        </>
      )}
      <DialogFooter>
        <Button variant="primary" onClick={onStored}>
          {left ? "Close" : "I’ve saved it"}
        </Button>
      </DialogFooter>
    </div>
  );
}

type SecretEndsProps = {
  expiresAt: Date | null;
  /** After a rotation: the replaced secret, and until when it works. */
  previous: string;
  previousEndsAt: Date | undefined;
};

export function SecretEnds({ expiresAt, previous, previousEndsAt }: SecretEndsProps) {
  const on = (moment: Date) => <Moment value={moment} className="font-medium text-ink" />;
  return (
    <p className="text-muted">
      {expiresAt ? <>Expires {on(expiresAt)}.</> : "Doesn’t expire."}{" "}
      {previousEndsAt ? (
        <>
          The previous {previous} works until {on(previousEndsAt)}.
        </>
      ) : null}
    </p>
  );
}
