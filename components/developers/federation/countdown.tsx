"use client";

import { useEffect, useState } from "react";
import { LiveRegion } from "@/components/ui/live-region";
import { Notice } from "@/components/ui/notice";
import { Progress } from "@/components/ui/progress";

const LAST_MINUTE_SECONDS = 60;

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

function announcement(seconds: number): string {
  if (seconds === 0) return "The token has expired";
  return seconds <= LAST_MINUTE_SECONDS ? "The token expires in less than a minute" : "";
}

/**
 * Counts a token's seconds down from when it arrived, so that a browser whose clock is wrong shows the right time. The last
 * minute and the end are announced; the seconds between are there for whoever asks.
 */
export function Countdown({ lifetimeSeconds }: { lifetimeSeconds: number }) {
  const [seconds, setSeconds] = useState(lifetimeSeconds);
  useEffect(() => {
    const endsAtMs = Date.now() + lifetimeSeconds * 1000;
    const timer = setInterval(() => setSeconds(Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000))), 1000);
    return () => clearInterval(timer);
  }, [lifetimeSeconds]);
  const left = `${clock(seconds)} of ${clock(lifetimeSeconds)}`;
  return (
    <div>
      {seconds > 0 ? (
        <>
          <span role="timer" aria-label="Time left" className="sr-only">
            {left}
          </span>
          <div aria-hidden="true">
            <Progress label="Time left" value={seconds} max={lifetimeSeconds} valueText={left} />
          </div>
        </>
      ) : (
        <Notice tone="danger" title="Expired">
          A tool that hands it in now is refused with 401. Mint another to go on.
        </Notice>
      )}
      <LiveRegion message={announcement(seconds)} />
    </div>
  );
}
