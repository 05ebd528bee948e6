"use client";

import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import { Button } from "@/components/ui/button";
import { CenteredPage } from "@/components/ui/centered-page";
import { errorReference } from "@/components/ui/error-reference";
import { ErrorState } from "@/components/ui/error-state";
import { Providers } from "@/components/ui/providers";
import "./globals.css";

/** What stands in when the frame of every page failed; it brings its own, since the layout's is gone. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en" suppressHydrationWarning className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body className="font-sans antialiased">
        <title>Something went wrong</title>
        <Providers>
          <CenteredPage>
            <ErrorState
              level={1}
              title="The hub could not be shown"
              reference={errorReference(error)}
              action={
                <Button variant="primary" onClick={() => retry()}>
                  Try again
                </Button>
              }
            >
              Nothing you saved is lost. If it stays like this, tell whoever runs this hub.
            </ErrorState>
          </CenteredPage>
        </Providers>
      </body>
    </html>
  );
}
