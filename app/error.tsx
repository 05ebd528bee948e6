"use client";

import { Button } from "@/components/ui/button";
import { CenteredPage } from "@/components/ui/centered-page";
import { errorReference } from "@/components/ui/error-reference";
import { ErrorState } from "@/components/ui/error-state";
import { LinkButton } from "@/components/ui/link-button";

/** What stands in for a page that failed. It never shows the error's text, only the reference under which the log has it. */
export default function PageError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <CenteredPage>
      <ErrorState
        level={1}
        title="This page could not be shown"
        reference={errorReference(error)}
        action={
          <>
            <Button variant="primary" onClick={() => retry()}>
              Try again
            </Button>
            <LinkButton href="/">Go to the start</LinkButton>
          </>
        }
      >
        Nothing you saved is lost. Trying again often helps.
      </ErrorState>
    </CenteredPage>
  );
}
