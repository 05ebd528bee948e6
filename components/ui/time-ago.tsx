"use client";

import { timeAgo, titleOf } from "./date-text";
import { useZone } from "./use-zone";

type TimeAgoProps = { value: string | Date; now: string | Date; className?: string };

/** A moment as seen from `now` ("3 hours ago", "in 2 days"), with when that is in its title: in UTC, and in the reader's zone. */
export function TimeAgo({ value, now, className }: TimeAgoProps) {
  const moment = new Date(value);
  const zone = useZone();
  return (
    <time dateTime={moment.toISOString()} title={titleOf(moment, zone)} className={className}>
      {timeAgo(moment, new Date(now))}
    </time>
  );
}
