"use client";

import type { ReactNode } from "react";
import { Button } from "./button";
import { DialogFooter } from "./dialog";
import { Notice } from "./notice";
import { useHeldPage } from "./use-held-page";

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
