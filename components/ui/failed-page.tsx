"use client";

import type { ReactNode } from "react";
import { Button } from "./button";
import { ErrorState } from "./error-state";

type FailedPageProps = { error: unknown; retry: () => void; title?: string; more?: ReactNode; children?: ReactNode };

/** The digest by which the server's log knows an error, if it has one. */
function referenceOf(error: unknown): string | undefined {
  const known = typeof error === "object" && error !== null && "digest" in error;
  return known && typeof error.digest === "string" ? error.digest : undefined;
}

/** What stands in for a page that failed. It never shows the error's text, only the reference under which the log has it. */
export function FailedPage(props: FailedPageProps) {
  const { error, retry, title = "This page could not be shown", more, children } = props;
  return (
    <ErrorState
      level={1}
      title={title}
      reference={referenceOf(error)}
      action={
        <>
          <Button variant="primary" onClick={() => retry()}>
            Try again
          </Button>
          {more}
        </>
      }
    >
      {children ?? "Nothing you saved is lost. Trying again often helps."}
    </ErrorState>
  );
}
