import { GeistMono } from "geist/font/mono";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "@/components/ui/providers";
import { SkipLink } from "@/components/ui/skip-link";
import { ThemeScript } from "@/components/ui/theme-script";
import { NONCE_HEADER } from "@/lib/api/page-policy";
import { geistSans } from "./fonts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Brand Identity Hub", template: "%s · Brand Identity Hub" },
  description: "One place for a brand's identity, served to every tool that needs it.",
  manifest: "/site.webmanifest",
  icons: { apple: "/apple-touch-icon.png" },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#faf9f9" },
    { media: "(prefers-color-scheme: dark)", color: "#0f0f0e" },
  ],
};

/** Pages must render `<main id="content" tabIndex={-1}>`, the skip link's target. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get(NONCE_HEADER) ?? undefined;
  return (
    <html lang="en" suppressHydrationWarning className={`${geistSans.variable} ${GeistMono.variable}`}>
      <head>
        <ThemeScript nonce={nonce} />
      </head>
      <body className="font-sans antialiased">
        <Providers nonce={nonce}>
          <SkipLink />
          {children}
        </Providers>
      </body>
    </html>
  );
}
