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

/** A4 in points, and the margins of a page of text. */
export const PAGE = { width: 595.28, height: 841.89, left: 58, right: 58, top: 72, bottom: 66 } as const;
export const CONTENT_WIDTH = PAGE.width - PAGE.left - PAGE.right;

/** Keeps a line from being broken, with a hyphen, where code and text meet within a word (the line breaker's infinity). */
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
