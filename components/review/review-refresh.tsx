"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { onReviewLive } from "@/components/shell/review-live";
import { LiveRegion } from "@/components/ui/live-region";
import { useIsWriting } from "./writing";

const updatedText = (times: number) => `Updated ${times === 1 ? "" : `${times} times `}since you opened it.`;

/**
 * Shows a review anew, where the page is, once it is not what the page was made of (`mark`). What it takes away could take a comment along
 * that is being written, so it waits for that.
 */
export function ReviewRefresh({ mark }: { mark: string | null }) {
  const router = useRouter();
  const writing = useIsWriting();
  const [live, setLive] = useState<string | null>();
  const [times, setTimes] = useState(0);
  const [shown, setShown] = useState<{ mark: string | null; before?: string | null }>({ mark });
  if (shown.mark !== mark) setShown({ mark, before: shown.mark });
  /** Asked for once: an answer that is late shows the old one for a moment. */
  const asked = useRef(mark);
  useEffect(() => onReviewLive(setLive), []);
  // What one does oneself the page shows before it is heard: until then the mark before is no news.
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
      message={waits ? "This review has changed. You see it once your comment is sent or put away." : said}
      // Its line is there from the start, so that nothing moves below the pointer.
      className="-mt-6 min-h-6 text-[0.8125rem] text-muted"
    />
  );
}
