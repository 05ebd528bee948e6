"use client";

import { createContext, useCallback, useContext, useRef, useState } from "react";

/**
 * Which of a page's dialogs is open. Held above its lists, so that no change of them unmounts a dialog; closing gives the focus
 * back to what opened it, or to the page when that is gone.
 */
export function useDialogSteps<Step>() {
  const [step, setStep] = useState<Step | null>(null);
  const opener = useRef<Element | null>(null);
  const returning = useRef(0);
  const show = useCallback((next: Step) => {
    cancelAnimationFrame(returning.current);
    setStep(next);
  }, []);
  const open = useCallback(
    (next: Step) => {
      opener.current = document.activeElement;
      show(next);
    },
    [show],
  );
  const close = useCallback(() => {
    setStep(null);
    returning.current = requestAnimationFrame(() => {
      const back = opener.current?.isConnected ? opener.current : document.getElementById("content");
      if (back instanceof HTMLElement) back.focus();
    });
  }, []);
  return { step, open, show, close };
}

/** Lets whatever stands below a page's dialogs open one of them. */
export function createOpener<Step>() {
  const OpenContext = createContext<((step: Step) => void) | null>(null);
  function useOpen(): (step: Step) => void {
    const open = useContext(OpenContext);
    if (!open) throw new Error("there are no dialogs above this button");
    return open;
  }
  return [OpenContext, useOpen] as const;
}
