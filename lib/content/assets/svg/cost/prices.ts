/** Microseconds of one processor, measured in Chromium: see docs/adr/0003-svg-sanitiser.md. */
export const ELEMENT = 15;
export const SEGMENT = 1;
export const STROKED_SEGMENT = 5;
export const EDGE_PX = 0.02;
export const STROKED_PX = 0.04;
export const DASH = 6;
export const MAX_DASHES = 1e6;
export const LETTER = 10;
export const LETTER_ON_PATH = 35;
export const FILTER = 200;
export const FILTER_STEP = 40;
export const STOP = 0.2;
/** Each value that the cascade must choose from. */
export const VALUE = 0.1;
/** For each pixel. */
export const SOLID = 0.0004;
export const GRADIENT = 0.002;
export const PATTERN = 0.008;
export const PICTURE = 0.02;
export const LAYER = 0.001;
export const BLEND = 0.004;
export const MASK = 0.005;
export const CLIP = 0.001;
export const FILTERED = 0.004;
export const MAX_FUNCTION_REACH = 20_000;
