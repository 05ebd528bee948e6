"use client";

import { FailedPage } from "@/components/ui/failed-page";
import { CenteredPage } from "@/components/ui/section";
import { buttonClass } from "@/components/ui/styles";

/**
 * Handles errors outside a brand's frame. The link is a full load, because the start page has a wider content policy.
 */
export default function PageError(props: { error: unknown; retry: () => void }) {
  const start = (
    <a href="/" className={buttonClass({})}>
      Go to start page
    </a>
  );
  return (
    <CenteredPage>
      <FailedPage {...props} more={start} />
    </CenteredPage>
  );
}
