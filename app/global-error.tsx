"use client";

import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import { FailedPage } from "@/components/ui/failed-page";
import { CenteredPage } from "@/components/ui/page-header";
import { Providers } from "@/components/ui/providers";
import "./globals.css";

/** What stands in when the frame of every page failed; it brings its own, since the layout's is gone. */
export default function GlobalError(props: { error: unknown; retry: () => void }) {
  return (
    <html lang="en" suppressHydrationWarning className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body className="font-sans antialiased">
        <title>Something went wrong</title>
        <Providers>
          <CenteredPage>
            <FailedPage {...props} title="The hub could not be shown">
              Nothing you saved is lost. If it stays like this, tell whoever runs this hub.
            </FailedPage>
          </CenteredPage>
        </Providers>
      </body>
    </html>
  );
}
