"use client";

import type { ReactNode } from "react";
import { REFUSAL_DIGEST } from "@/lib/platform/errors";
import { Button } from "./button";
import { ErrorState } from "./empty-state";

type FailedPageProps = { error: unknown; retry: () => void; title?: string; more?: ReactNode; children?: ReactNode };

/** The digest by which the server's log knows an error, if it has one; of a refusal the sentence for people. */
function digestOf(error: unknown): string | undefined {
  const known = typeof error === "object" && error !== null && "digest" in error;
  return known && typeof error.digest === "string" ? error.digest : undefined;
}

/** Replaces a page that failed: shows the sentence of a refusal, or the reference to look up in the log. */
export function FailedPage(props: FailedPageProps) {
  const { error, retry, title = "This page could not be shown", more, children } = props;
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
      {refusal ?? children ?? "Nothing you saved is lost. Trying again often helps."}
    </ErrorState>
  );
}
