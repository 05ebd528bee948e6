import { Image, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import { measureClearSpace } from "@/lib/logos";
import type { BookOrder } from "../../order";
import { type BookWriter, WIDTH } from "./book-writer";
import { type Drawn, drawPicture } from "./draw-picture";

const GAP = 18;
const COLUMNS = 4;
const FIELD = { width: (WIDTH - (COLUMNS - 1) * GAP) / COLUMNS, height: 104 };
const GROUNDS = { light: "#ffffff", dark: "#111114", any: "#ffffff" } as const;
const GUIDE = "#d6336c";

/** How much room is to be left, as a share of the logo's height; null where only a person can measure it. */
function clearShare(
  { clear_space: told, variant, rule }: BookOrder["logos"][number],
  { width, height }: Drawn,
): number | null {
  if (rule?.clear_space?.of === "logo_height") return rule.clear_space.share;
  const space = measureClearSpace(told, variant);
  if (space.kind === "share") return space.of === "height" ? space.share : (space.share * width) / height;
  return space.kind === "pixels" ? Math.min(1, space.pixels / height) : null;
}

/** A logo in the middle of its field, with the room around it drawn where its rule can be measured. */
function field(logo: BookOrder["logos"][number], picture: Drawn): ReactNode {
  const share = clearShare(logo, picture) ?? 0;
  const scale = Math.min(
    (FIELD.width - 44) / (picture.width + 2 * share * picture.height),
    (FIELD.height - 28) / (picture.height * (1 + 2 * share)),
  );
  const [width, height] = [picture.width * scale, picture.height * scale];
  const room = share * height;
  return (
    <View
      style={{
        height: FIELD.height,
        backgroundColor: GROUNDS[logo.background],
        alignItems: "center",
        justifyContent: "center",
      }}
    >
      <View style={share > 0 ? { padding: room, borderWidth: 0.7, borderStyle: "dashed", borderColor: GUIDE } : {}}>
        <Image src={picture.href} style={{ width, height }} />
      </View>
    </View>
  );
}

/** The logos on what they are made for, each with the room that it wants, and the rules for all. */
export async function logos(book: BookWriter, { logos: entries, rules }: BookOrder): Promise<ReactNode> {
  const pictures = await Promise.all(entries.map(drawPicture));
  const shown = entries.flatMap((logo, index) => {
    const picture = pictures[index];
    return picture ? [{ logo, picture }] : [];
  });
  if (shown.length === 0 && rules.length === 0) return null;
  const { scheme } = book.kit;
  const small = { size: 8, color: scheme.muted };
  return book.chapter(
    "Logos",
    <>
      {book.grid(
        null,
        shown.map(({ logo, picture }) => (
          <View key={logo.id}>
            <View style={{ borderWidth: 0.8, borderColor: scheme.line, borderRadius: 6, overflow: "hidden" }}>
              {field(logo, picture)}
            </View>
            {book.text(logo.label, { face: "strong", style: { marginTop: 7 } })}
            {book.text(logo.usage, small)}
            {logo.clear_space ? book.text(`Clear space: ${logo.clear_space}`, small) : null}
            {logo.min_width_px > 0 && !logo.rule?.minimum_size?.px
              ? book.text(`Smallest width: ${logo.min_width_px} px`, small)
              : null}
            {logo.ruleText ? book.text(`Rule: ${logo.ruleText}`, small) : null}
          </View>
        )),
        { columns: COLUMNS, gap: GAP },
      )}
      {book.list("Rules", rules)}
    </>,
  );
}
