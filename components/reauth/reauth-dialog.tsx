"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useLate } from "@/components/ui/hooks";

import { type Ended, reached, registerReauthPrompt } from "@/components/ui/reached";
import type { ReauthActions, ReauthChoices } from "./reauth-sheet";

const loadSheet = () => import("./reauth-sheet").then(({ ReauthSheet }) => ReauthSheet);

/**
 * Asks the person to re-authenticate when an action needs it, then lets the action continue. Opens above the action's
 * own dialog or form, which keeps its state. Concurrent actions share one dialog.
 */
export function ReauthDialog({ actions }: { actions: ReauthActions }) {
  const [choices, setChoices] = useState<Ended<ReauthChoices> | null>(null);
  const request = useRef<{ verified: Promise<boolean>; answer: (verified: boolean) => void } | null>(null);
  const { part: Sheet, need } = useLate(loadSheet);
  const { list, verify, askForPasskey } = actions;
  const end = useCallback((verified: boolean) => {
    request.current?.answer(verified);
    request.current = null;
    setChoices(null);
  }, []);
  useEffect(
    () =>
      registerReauthPrompt(() => {
        if (!request.current) {
          let answer = (_verified: boolean) => {};
          const verified = new Promise<boolean>((resolve) => {
            answer = resolve;
          });
          request.current = { verified, answer };
          reached(list).then(
            (answer) =>
              need(
                () => setChoices(answer),
                () => end(false),
              ),
            () => end(false),
          );
        }
        return request.current.verified;
      }),
    [list, end, need],
  );
  return Sheet ? <Sheet choices={choices} end={end} verify={verify} askForPasskey={askForPasskey} /> : null;
}
