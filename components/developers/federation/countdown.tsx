"use client";

import { useEffect, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { LiveRegion } from "@/components/ui/live-region";
import { Progress } from "@/components/ui/progress";

const LIFETIME_SECONDS = 300;

const left = (expiresAtSeconds: number) => Math.max(0, expiresAtSeconds - Math.floor(Date.now() / 1000));

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Counts the seconds of a token down. The end is announced, the seconds are not. */
export function Countdown({ expiresAtSeconds }: { expiresAtSeconds: number }) {
  const [seconds, setSeconds] = useState(() => left(expiresAtSeconds));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left(expiresAtSeconds)), 1000);
    return () => clearInterval(timer);
  }, [expiresAtSeconds]);
  return (
    <>
      {seconds > 0 ? (
        <Progress label="Time left" value={seconds} max={LIFETIME_SECONDS} valueText={`${clock(seconds)} of 5:00`} />
      ) : (
        <Badge tone="danger">Expired</Badge>
      )}
      <LiveRegion message={seconds > 0 ? "" : "The token has expired"} />
    </>
  );
}
