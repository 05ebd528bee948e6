import { contrastRatio } from "../palette/hex";

/** White stands out from this colour more than black does. */
export const isDark = (hex: string): boolean => contrastRatio(hex, "#ffffff") > contrastRatio(hex, "#000000");
