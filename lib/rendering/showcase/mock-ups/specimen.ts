import type { FontRole } from "@/lib/contract";
import type { Scene, Shape } from "../scene";
import { directionOf } from "../type/direction";
import type { Face } from "../type/typesetter";
import { type Kit, onBackground, rule } from "./kit";

const WIDTH = 1440;
const HEIGHT = 720;
const LEFT = 84;
/** Names end before the letters at the right. */
const NAMES = 580;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const FACE_OF: Record<FontRole, Face> = { heading: "display", body: "body", mono: "mono" };

function names({ scheme, type, typefaces }: Kit): Shape[] {
  const on = scheme.page;
  return typefaces.flatMap(({ roles: [role = "heading"], name, shownIn, standsIn }, index) => {
    const y = 566 + index * 38;
    // The note follows its name, so all names start at the left.
    const align = directionOf(name) === "rtl" ? "end" : "start";
    const told = { face: "body", size: 19, fill: scheme.muted, on } as const;
    const note = standsIn ? `${shownIn} stands in` : "";
    const room = note ? type.widthOf(note, told) + 20 : 0;
    const named = type.block(
      name,
      { face: FACE_OF[role], size: 26, fill: scheme.ink, on },
      { x: LEFT, y, width: NAMES - room, maxLines: 1, align },
    );
    return note ? [...named.shapes, type.line(note, told, { x: LEFT + named.width + 20, y: y + 5 })] : named.shapes;
  });
}

export function specimen(kit: Kit): Scene {
  const { scheme, type, words } = kit;
  const on = scheme.page;
  const right = 700;
  const body = { face: "body", size: 30, fill: scheme.muted, on, leading: 1.5 } as const;
  const headline = type.fit(
    words.headline,
    { face: "display", fill: scheme.ink, on, tracking: -0.02, leading: 1.12 },
    { x: right, y: 396, width: 650, maxLines: 2 },
    [60, 52, 46, 40, 34],
  );
  return onBackground({ width: WIDTH, height: HEIGHT }, `${words.name}: type`, on, [
    ...names(kit),
    type.line("Aa", { face: "display", size: 430, fill: scheme.link, on, tracking: -0.03 }, { x: LEFT, y: 196 }),
    ...type.block(
      `${LETTERS.slice(0, 13)}\n${LETTERS.slice(13)}`,
      { ...body, face: "strong", fill: scheme.ink, tracking: 0.06 },
      { x: right, y: 92, width: 480 },
    ).shapes,
    ...type.block(LETTERS.toLowerCase(), { ...body, tracking: 0.04 }, { x: right, y: 196, width: 650, maxLines: 1 })
      .shapes,
    type.line("0123456789", { ...body, face: "mono" }, { x: right, y: 252 }),
    rule(right, 332, 650, scheme.line, 2),
    ...headline.shapes,
    ...type.block(
      words.lead,
      { ...body, size: 25 },
      { x: right, y: 396 + headline.height + 26, width: 640, maxLines: 4 },
    ).shapes,
  ]);
}
