"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useLate } from "@/components/ui/hooks";
import { answerProofsWith } from "@/components/ui/proof-asker";
import { type Ended, reached } from "@/components/ui/reached";
import type { ProofActions, ProofChoices } from "./types";

const loadSheet = () => import("./proof-sheet").then(({ ProofSheet }) => ProofSheet);

/**
 * Asks, for every action of the page that needs it, that the person confirm who they are; what they were about to do then goes on by itself.
 * It stands above their own dialog or form, in which nothing is lost. Several actions at once ask once.
 */
export function ProofDialog({ actions }: { actions: ProofActions }) {
  const [found, setFound] = useState<Ended<ProofChoices> | null>(null);
  const asking = useRef<{ proved: Promise<boolean>; answer: (proved: boolean) => void } | null>(null);
  const { part: Sheet, need } = useLate(loadSheet);
  const { list, prove, askForPasskey } = actions;
  const end = useCallback((proved: boolean) => {
    asking.current?.answer(proved);
    asking.current = null;
    setFound(null);
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
                () => setFound(answer),
                () => end(false),
              ),
            () => end(false),
          );
        }
        return asking.current.proved;
      }),
    [list, end, need],
  );
  return Sheet ? <Sheet found={found} end={end} prove={prove} askForPasskey={askForPasskey} /> : null;
}
