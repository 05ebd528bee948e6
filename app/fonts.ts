import localFont from "next/font/local";

/** Until it has loaded, `geist-stand-in` of globals.css takes its space. Next has such a rule for Arial only. */
export const geistSans = localFont({
  src: "../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2",
  variable: "--font-geist-sans",
  weight: "100 900",
  display: "swap",
  adjustFontFallback: false,
});
