"use client";

import type { ReactNode } from "react";
import { REFUSAL_DIGEST } from "@/lib/platform/text";
import { Button } from "./button";
import { ErrorState } from "./empty-state";

type FailedPageProps = { error: unknown; retry: () => void; title?: string; more?: ReactNode; children?: ReactNode };

/** Returns an error's digest, which identifies it in the log, or carries the sentence of a refusal. */
function digestOf(error: unknown): string | undefined {
  const known = typeof error === "object" && error !== null && "digest" in error;
  return known && typeof error.digest === "string" ? error.digest : undefined;
}

export function FailedPage(props: FailedPageProps) {
  const { error, retry, title = "Can’t show this page", more, children } = props;
  const digest = digestOf(error);
  const refusal = digest?.startsWith(REFUSAL_DIGEST) ? digest.slice(REFUSAL_DIGEST.length) : null;
  return (
    <ErrorState
      level={1}
      title={title}
      reference={refusal === null ? digest : undefined}
      action={
        <>
          <Button variant="primary" onClick={() => retry()}>
            Try again
          </Button>
          {more}
        </>
      }
    >
      {refusal ?? children ?? "Your saved work is safe. Try again in a moment."}
    </ErrorState>
  );
}
