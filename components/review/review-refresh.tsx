"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { onReviewLive } from "@/components/shell/review-live";
import { LiveRegion } from "@/components/ui/live-region";
import { useIsWriting } from "./writing";

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
  const asked = useRef(mark);
  useEffect(() => onReviewLive(setLive), []);
  // The reader's own change is on the page before its notification arrives, so the previous mark is no news.
  const moved = live !== undefined && live !== mark && (live === null || live !== shown.before);
  useEffect(() => {
    if (!moved || writing || asked.current === live) return;
    asked.current = live;
    setTimes((before) => before + 1);
    router.refresh();
  }, [moved, writing, live, router]);
  const waits = moved && writing;
  const said = times > 0 ? updatedText(times) : "";
  return (
    <LiveRegion
      visible
      message={waits ? "This review has changed. Send or cancel your comment to see the changes." : said}
      // Always rendered, so nothing moves when the message appears.
      className="-mt-6 min-h-6 text-[0.8125rem] text-muted"
    />
  );
}
