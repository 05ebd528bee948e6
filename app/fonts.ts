import localFont from "next/font/local";

/**
 * Shown if it arrives before the first paint, so that no text moves. Otherwise the page keeps `geist-stand-in` of
 * globals.css, and the next page has Geist.
 */
export const geistSans = localFont({
  src: "../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
  display: "optional",
  adjustFontFallback: false,
});
