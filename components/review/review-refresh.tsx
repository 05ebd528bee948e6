"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { onReviewLive } from "@/components/shell/live-events";
import { LiveRegion } from "@/components/ui/skip-link";
import { useIsWriting } from "./thread";

const updatedText = (times: number) => `Updated ${times === 1 ? "" : `${times} times `}since you opened it.`;

/** Reloads the review when it differs from the page's `mark`. Waits while a comment is being written. */
export function ReviewRefresh({ mark }: { mark: string | null }) {
  const router = useRouter();
  const writing = useIsWriting();
  const [live, setLive] = useState<string | null>();
  const [times, setTimes] = useState(0);
  const [shown, setShown] = useState<{ mark: string | null; before?: string | null }>({ mark });
  if (shown.mark !== mark) setShown({ mark, before: shown.mark });
  /** The last mark requested. A late response briefly shows the old state. */
  const requested = useRef(mark);
  useEffect(() => onReviewLive(setLive), []);
  // The reader's own change is on the page before its notification arrives, so the previous mark isn't a change.
  const changed = live !== undefined && live !== mark && (live === null || live !== shown.before);
  useEffect(() => {
    if (!changed || writing || requested.current === live) return;
    requested.current = live;
    setTimes((before) => before + 1);
    router.refresh();
  }, [changed, writing, live, router]);
  const waiting = changed && writing;
  const updated = times > 0 ? updatedText(times) : "";
  return (
    <LiveRegion
      visible
      message={waiting ? "This review has changed. Send or cancel your comment to see the changes." : updated}
      // Always rendered, so nothing moves when the message appears.
      className="-mt-6 min-h-6 text-[0.8125rem] text-muted"
    />
  );
}
