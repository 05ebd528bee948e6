"use client";

import { Button } from "@/components/ui/button";
import { errorReference } from "@/components/ui/error-reference";
import { ErrorState } from "@/components/ui/error-state";

/** What stands in for a page of the developer area that failed; the tabs above it go on working. */
export default function DevelopersError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <ErrorState
      level={1}
      title="This page could not be shown"
      reference={errorReference(error)}
      action={
        <Button variant="primary" onClick={() => retry()}>
          Try again
        </Button>
      }
    >
      Nothing was changed. Trying again often helps.
    </ErrorState>
  );
}
