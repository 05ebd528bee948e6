"use client";

import { cx } from "./cx";
import { momentText, type Precision, timeAgo, titleOf } from "./date-text";
import { useZone } from "./hooks";

type MomentProps = { value: string | Date; precision?: Precision; className?: string };

/**
 * A moment in the reader's own zone, with UTC in its title. The server does not know the zone and writes UTC, in the same form, so that nothing
 * moves once the browser puts its own in place; where no script runs, the text says that it is UTC.
 */
export function Moment({ value, precision = "second", className }: MomentProps) {
  const moment = new Date(value);
  const zone = useZone();
  return (
    <time
      dateTime={moment.toISOString()}
      title={titleOf(moment, zone)}
      className={cx("tabular-nums noscript:after:content-['_UTC']", className)}
    >
      {momentText(moment, precision, zone ?? undefined)}
    </time>
  );
}

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
