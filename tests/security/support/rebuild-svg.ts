import { checkDrawCost } from "@/lib/content/assets/svg/cost/draw-cost";
import { MAX_COST, Meter } from "@/lib/content/assets/svg/cost/meter";
import { fixSize } from "@/lib/content/assets/svg/fix-size";
import { Findings, parseSvg, serialise } from "@/lib/content/assets/svg/parse-svg";
import { UnsupportedFile } from "@/lib/platform/errors";

/** The stored SVG and its estimated drawing cost; null if refused. Skips the proof, which only refuses more. */
export function rebuildSvg(svg: string): { text: string; cost: number } | null {
  const meter = new Meter(MAX_COST);
  try {
    const root = parseSvg(svg, new Findings());
    checkDrawCost(root, fixSize(root), meter);
    return { text: serialise(root), cost: meter.total };
  } catch (error) {
    if (error instanceof UnsupportedFile) return null;
    throw error;
  }
}
