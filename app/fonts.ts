import localFont from "next/font/local";

/** Shown if it arrives before the first paint, so that no text moves. The next page has it in any case. */
export const geistSans = localFont({
  src: "../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
  display: "optional",
  adjustFontFallback: false,
});
