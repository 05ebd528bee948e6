"use client";

import { CenteredPage } from "@/components/ui/centered-page";
import { FailedPage } from "@/components/ui/failed-page";
import { LinkButton } from "@/components/ui/link-button";

/** A page that failed outside the frame of a brand. */
export default function PageError(props: { error: unknown; retry: () => void }) {
  return (
    <CenteredPage>
      <FailedPage {...props} more={<LinkButton href="/">Go to the start</LinkButton>} />
    </CenteredPage>
  );
}
