import { languageOf } from "@/lib/brand-document";
import { makeKit } from "./make-kit";
import { DRAWINGS, type Drawing } from "./mock-ups";
import { draw } from "./mock-ups/draw";
import { unpackOrder } from "./order";
import { unsetTexts } from "./scene";
import { sceneToSvg } from "./scene-to-svg";
import { THEMES, type Theme } from "./themes";

/** Every drawing of a brand in both themes. */
export interface Showcase {
  drawings: { key: Drawing; theme: Theme; svg: string }[];
  /** Texts in letters that neither the brand's fonts nor the hub's have: the browser's fonts stand in for them. */
  unset: string[];
}

/** Draws all mock-ups of an order. For a process of its own: fonts and pictures are strangers' bytes. */
export async function drawShowcase(packed: Buffer): Promise<Showcase> {
  const order = unpackOrder(packed);
  const { kit, pictures } = await makeKit(order);
  const language = languageOf(order.identity);
  const unset = new Set<string>();
  const drawings = THEMES.flatMap((theme) =>
    DRAWINGS.map(({ key }) => {
      const scene = draw(key, kit(theme));
      for (const text of unsetTexts(scene.shapes)) unset.add(text);
      return { key, theme, svg: sceneToSvg(scene, pictures, language) };
    }),
  );
  return { drawings, unset: [...unset] };
}
