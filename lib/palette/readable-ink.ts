import { contrastRatio } from "./contrast-ratio";

/** The one of black and white that reads better on a colour; it always reaches 4.5:1. */
export const readableInk = (hex: string): "#000000" | "#ffffff" =>
  contrastRatio(hex, "#000000") >= contrastRatio(hex, "#ffffff") ? "#000000" : "#ffffff";
