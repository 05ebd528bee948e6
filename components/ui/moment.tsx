"use client";

import { momentText, ownZone, type Precision, timeAgo, titleOf } from "./date-text";
import { useHydrated } from "./hooks";
import { cx } from "./styles";

/** The reader's time zone, or null on the server and during hydration. */
const useZone = (): string | null => (useHydrated() ? ownZone() : null);

type MomentProps = { value: string | Date; precision?: Precision; className?: string };

/**
 * A moment in the reader's time zone, with UTC in its tooltip. The server renders UTC in the same form, so nothing
 * moves on hydration. Without scripts the text is marked as UTC.
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

/** When something was made, and by whom. */
export const MadeBy = ({ at, now, by }: { at: Date; now: Date; by: string }) => (
  <span>
    <TimeAgo value={at} now={now} /> <span className="text-muted">by {by}</span>
  </span>
);

export function TimeAgo({ value, now, className }: { value: string | Date; now: string | Date; className?: string }) {
  const moment = new Date(value);
  const zone = useZone();
  return (
    <time dateTime={moment.toISOString()} title={titleOf(moment, zone)} className={className}>
      {timeAgo(moment, new Date(now))}
    </time>
  );
}
