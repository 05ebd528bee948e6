import { Findings } from "./findings";
import { parseSvg } from "./parse-svg";
import { serialise } from "./serialise";
import type { SvgElement } from "./tree";

/** The elements of a stored SVG, which was cleaned when it came. For the process of jobs. */
export const readSvg = (svg: Buffer): SvgElement => parseSvg(svg.toString("utf8"), new Findings());

/** An SVG of elements, as `readSvg` gives them. */
export const writeSvg = serialise;
