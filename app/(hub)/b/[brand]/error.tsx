"use client";

import { Button } from "@/components/ui/button";
import { errorReference } from "@/components/ui/error-reference";
import { ErrorState } from "@/components/ui/error-state";

/** A page of the brand that failed; the frame around it stays. */
export default function BrandPageError({ error, retry }: { error: unknown; retry: () => void }) {
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
      Nothing you saved is lost. Trying again often helps.
    </ErrorState>
  );
}
