import { StyleSheet } from "@react-pdf/renderer";
import { MONO, SANS } from "./fonts";

export const COLORS = {
  ink: "#18181b",
  text: "#27272a",
  muted: "#5b5b64",
  line: "#dcdce0",
  hairline: "#ebebee",
  panel: "#f6f6f7",
  link: "#1d4a8f",
  warning: "#8a4b08",
  warningPanel: "#fdf3e1",
} as const;

export const PAGE = { width: 595.28, height: 841.89, left: 58, right: 58, top: 72, bottom: 66 } as const;
export const CONTENT_WIDTH = PAGE.width - PAGE.left - PAGE.right;

/** The line breaker's infinity: keeps a word of text and code from being hyphenated. */
export const NO_HYPHENS = 10_000;

export const CODE_SIZE = 7.5;
export const CODE_PADDING = 9;

export const styles = StyleSheet.create({
  page: {
    paddingTop: PAGE.top,
    paddingBottom: PAGE.bottom,
    paddingLeft: PAGE.left,
    paddingRight: PAGE.right,
    fontFamily: SANS,
    fontSize: 9.4,
    lineHeight: 1.5,
    color: COLORS.text,
  },
  paragraph: { marginBottom: 7 },
  bold: { fontWeight: 600, color: COLORS.ink },
  inlineCode: { fontFamily: MONO },
  link: { color: COLORS.link, textDecoration: "none" },
});
