import { languageOf } from "@/lib/content";
import { makeKit } from "./make-kit";
import { draw } from "./mock-ups/draw";
import { DRAWINGS, type Drawing } from "./mock-ups/index";
import type { Order } from "./order";
import { sceneToSvg } from "./scene-to-svg";
import { THEMES, type Theme } from "./themes";

export interface Showcase {
  drawings: { key: Drawing; theme: Theme; svg: string }[];
  /** Characters without a glyph. The browser's fonts show them. */
  unset: string[];
}

/** Runs as a job, since fonts and pictures are untrusted. */
export async function drawShowcase(order: Order): Promise<Showcase> {
  const { kit, pictures } = await makeKit(order, { isForBrowsers: true });
  const language = languageOf(order.identity);
  const drawings = THEMES.flatMap((theme) =>
    DRAWINGS.map(({ key }) => {
      const scene = draw(key, kit(theme));
      return { key, theme, svg: sceneToSvg(scene, pictures, language) };
    }),
  );
  return { drawings, unset: [...kit("light").type.missing] };
}
