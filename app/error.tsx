"use client";

import { buttonClass } from "@/components/ui/button-style";
import { FailedPage } from "@/components/ui/failed-page";
import { CenteredPage } from "@/components/ui/page-header";

/** A page that failed outside the frame of a brand. The start is loaded afresh, since it has a wider policy than some of these. */
export default function PageError(props: { error: unknown; retry: () => void }) {
  const start = (
    <a href="/" className={buttonClass({})}>
      Go to the start
    </a>
  );
  return (
    <CenteredPage>
      <FailedPage {...props} more={start} />
    </CenteredPage>
  );
}
