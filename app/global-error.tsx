"use client";

import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import { FailedPage } from "@/components/ui/failed-page";
import { Providers } from "@/components/ui/providers";
import { CenteredPage } from "@/components/ui/section";
import "./globals.css";

/** Replaces the root layout when it fails, so it renders its own document. */
export default function GlobalError(props: { error: unknown; retry: () => void }) {
  return (
    <html lang="en" suppressHydrationWarning className={`${GeistSans.variable} ${GeistMono.variable}`}>
      <body className="font-sans antialiased">
        <title>Something went wrong</title>
        <Providers>
          <CenteredPage>
            <FailedPage {...props} title="Can’t show the hub">
              Your saved work is safe. If this keeps happening, contact your administrator.
            </FailedPage>
          </CenteredPage>
        </Providers>
      </body>
    </html>
  );
}
