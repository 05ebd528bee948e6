"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { signInElsewhere } from "@/components/auth/next-auth-client";
import { signInErrorSentence } from "@/components/auth/sign-in-form";
import { Button } from "@/components/ui/button";
import { useLate } from "@/components/ui/hooks";
import { type Ended, reached } from "@/components/ui/reached";
import { registerReauthPrompt } from "@/components/ui/reauth-prompt";
import { announceReauth } from "./reauth-channel";
import type { ReauthActions, ReauthChoices } from "./types";

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

type ProviderWindowProps = {
  /** The provider to sign in at, or null on return from it. */
  provider: { id: string; name: string } | null;
  error: string | null;
  backTo: string;
};

/**
 * The popup's page: goes to the provider, reports the result and closes. It needs a button press, so a link that
 * somebody else sent can't re-authenticate anyone.
 */
export function ProviderWindow({ provider, error, backTo }: ProviderWindowProps) {
  const reported = useRef(false);
  const [leaving, setLeaving] = useState(false);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (provider !== null || reported.current) return;
    reported.current = true;
    announceReauth({ error });
    window.close();
  }, [provider, error]);

  async function leave(id: string) {
    setLeaving(true);
    const outcome = await signInElsewhere(id, backTo).catch(() => null);
    if (outcome?.error === null) return window.location.assign(outcome.url);
    setFailed(true);
    setLeaving(false);
  }

  if (failed || error) return <p role="alert">{signInErrorSentence(error ?? "OAuthSignin")}</p>;
  if (provider === null) return <p>Done. You can close this window.</p>;
  return (
    <Button className="w-full" pending={leaving} pendingLabel="One moment…" onClick={() => leave(provider.id)}>
      Sign in again with {provider.name}
    </Button>
  );
}
