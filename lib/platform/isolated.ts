const OPENING = "\u2068";
const CLOSING = "\u2069";
const ISOLATES = /[\u2066-\u2069]/g;
const ISOLATED = /\u2068([^\u2069]*)\u2069/;

/** A text that people wrote inside a sentence of the hub's, between the characters that keep its direction to itself (FSI and PDI of Unicode). */
export const isolated = (text: string): string => `${OPENING}${text.replace(ISOLATES, "")}${CLOSING}`;

/** A sentence with such texts in it, taken apart: every second piece is one that people wrote, and the others are the hub's. */
export const isolatedPieces = (sentence: string): string[] => sentence.split(ISOLATED);
