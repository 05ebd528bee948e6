"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useLate } from "@/components/ui/hooks";
import { answerProofsWith } from "@/components/ui/proof-asker";
import { type Ended, reached } from "@/components/ui/reached";
import type { ProofActions, ProofChoices } from "./types";

const loadSheet = () => import("./proof-sheet").then(({ ProofSheet }) => ProofSheet);

/**
 * Asks the person to re-authenticate when an action needs it, then lets the action continue. Opens above the action's
 * own dialog or form, which keeps its state. Concurrent actions share one dialog.
 */
export function ProofDialog({ actions }: { actions: ProofActions }) {
  const [choices, setChoices] = useState<Ended<ProofChoices> | null>(null);
  const asking = useRef<{ proved: Promise<boolean>; answer: (proved: boolean) => void } | null>(null);
  const { part: Sheet, need } = useLate(loadSheet);
  const { list, prove, askForPasskey } = actions;
  const end = useCallback((proved: boolean) => {
    asking.current?.answer(proved);
    asking.current = null;
    setChoices(null);
  }, []);
  useEffect(
    () =>
      answerProofsWith(() => {
        if (!asking.current) {
          let answer = (_proved: boolean) => {};
          const proved = new Promise<boolean>((resolve) => {
            answer = resolve;
          });
          asking.current = { proved, answer };
          reached(list).then(
            (answer) =>
              need(
                () => setChoices(answer),
                () => end(false),
              ),
            () => end(false),
          );
        }
        return asking.current.proved;
      }),
    [list, end, need],
  );
  return Sheet ? <Sheet choices={choices} end={end} prove={prove} askForPasskey={askForPasskey} /> : null;
}
