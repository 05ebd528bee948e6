const WEIGHTS: Record<string, number> = {
  ...{ thin: 100, hairline: 100, extralight: 200, ultralight: 200, light: 300, semilight: 350, demilight: 350 },
  ...{ regular: 400, medium: 500, semibold: 600, demibold: 600, bold: 700, extrabold: 800, ultrabold: 800 },
  ...{ heavy: 900, black: 900, extrablack: 950, ultrablack: 950 },
};
const LAST_WEIGHT =
  /^(.+?)[\s-]+((?:(?:extra|ultra|semi|demi)[\s-]?)?(?:thin|hairline|light|regular|medium|bold|heavy|black))$/i;
const NEAR = 100;

/**
 * The family that a file belongs to, without a weight at the end of its name: `Poppins` of `Poppins ExtraBold` at 800. A light weight is that of a
 * variable font's first master, which static files cut from it keep in their names. Another weight than the file has is a name: `Archivo Black` at 400.
 */
export function withoutWeight(name: string, { weight, isVariable }: { weight: number; isVariable: boolean }): string {
  const [, family, word] = LAST_WEIGHT.exec(name) ?? [];
  const named = WEIGHTS[word?.toLowerCase().replace(/[\s-]/g, "") ?? ""];
  if (!family || named === undefined) return name;
  const isOfFile = isVariable || named < 400 || Math.abs(named - weight) <= NEAR;
  return isOfFile ? withoutWeight(family, { weight, isVariable }) : name;
}
