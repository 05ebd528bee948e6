"use client";

import { GeistMono } from "geist/font/mono";
import { CenteredPage } from "@/components/ui/card";
import { FailedPage } from "@/components/ui/failed-page";
import { Providers } from "@/components/ui/providers";
import { buttonClass } from "@/components/ui/styles";
import { geistSans } from "./fonts";
import "./globals.css";

/**
 * Handles errors outside the hub's frame, and replaces the root layout. Every page loads it, so there is no second one.
 * The link is a full load, because the start page has a wider content policy.
 */
export default function GlobalError(props: { error: unknown; retry: () => void }) {
  const start = (
    <a href="/" className={buttonClass({})}>
      Go to start page
    </a>
  );
  return (
    <html lang="en" suppressHydrationWarning className={`${geistSans.variable} ${GeistMono.variable}`}>
      <body className="font-sans antialiased">
        <title>Something went wrong</title>
        <Providers>
          <CenteredPage>
            <FailedPage {...props} more={start}>
              Your saved work is safe. If this keeps happening, contact your administrator.
            </FailedPage>
          </CenteredPage>
        </Providers>
      </body>
    </html>
  );
}
