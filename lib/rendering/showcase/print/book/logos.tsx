import { Image, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import {
  type BackgroundOption,
  defaultBackground,
  measureClearSpace,
  ruleBackgrounds,
  smallestSizes,
} from "@/lib/content";
import type { BookOrder } from "../../order";
import { type BookWriter, WIDTH } from "./book-writer";
import { type Drawn, drawPicture } from "./draw-picture";

const GAP = 18;
const FIELD = { width: 171, height: 96 };
const SIZES = 160;
const SAMPLE = { width: 71, height: 40, inset: 9, gap: 8 };
const SAMPLES = 2 * SAMPLE.width + SAMPLE.gap;
const WORDS = WIDTH - FIELD.width - SIZES - SAMPLES - 3 * GAP;
const PT_PER_INCH = 72;
/** Rows are not split, and taller ones would leave half a page empty. */
const MAX_HEIGHT = 60;
const GUIDE = "#d6336c";

/** Clear space as a share of the logo's height. Null if it can't be computed. */
function clearShare(
  { clear_space: told, variant, rule }: BookOrder["logos"][number],
  { width, height }: Drawn,
): number | null {
  if (rule?.clear_space?.of === "logo_height") return rule.clear_space.share;
  const space = measureClearSpace(told, variant);
  if (space.kind === "share") return space.of === "height" ? space.share : (space.share * width) / height;
  return space.kind === "pixels" ? Math.min(1, space.pixels / height) : null;
}

function field(logo: BookOrder["logos"][number], picture: Drawn, ground: BackgroundOption): ReactNode {
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
        backgroundColor: ground.hex,
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

function samples(book: BookWriter, grounds: readonly BackgroundOption[], picture: Drawn): ReactNode {
  const scale = Math.min(
    (SAMPLE.width - 2 * SAMPLE.inset) / picture.width,
    (SAMPLE.height - 2 * SAMPLE.inset) / picture.height,
  );
  return (
    <View style={{ flexDirection: "row", flexWrap: "wrap", gap: SAMPLE.gap }}>
      {grounds.map(({ id, name, hex, allowed }) => (
        <View key={id} wrap={false} style={{ width: SAMPLE.width }}>
          <View
            style={{
              height: SAMPLE.height,
              backgroundColor: hex,
              borderWidth: 0.6,
              borderColor: book.kit.scheme.line,
              borderRadius: 4,
              alignItems: "center",
              justifyContent: "center",
            }}
          >
            <Image src={picture.href} style={{ width: picture.width * scale, height: picture.height * scale }} />
          </View>
          {book.text(`${allowed ? "On" : "Not on"} ${name}`, { size: 7.5, color: book.kit.scheme.muted })}
        </View>
      ))}
    </View>
  );
}

function smallest(
  book: BookWriter,
  logo: BookOrder["logos"][number],
  picture: Drawn,
  ground: BackgroundOption,
): ReactNode {
  return smallestSizes(logo).map(({ unit, value, inches }) => {
    const width = inches * PT_PER_INCH;
    const height = (width * picture.height) / picture.width;
    const fits = width <= SIZES - 16 && height <= MAX_HEIGHT;
    return (
      <View key={unit} style={{ marginBottom: 6, alignItems: "flex-start" }}>
        {fits ? (
          <View style={{ backgroundColor: ground.hex, padding: 8, borderRadius: 4 }}>
            <Image src={picture.href} style={{ width, height }} />
          </View>
        ) : null}
        {book.text(`Minimum width${fits ? ", at true size" : ""}: ${value} ${unit}`, {
          size: 8,
          color: book.kit.scheme.muted,
        })}
      </View>
    );
  });
}

export async function logos(book: BookWriter, { order, logos: entries, rules }: BookOrder): Promise<ReactNode> {
  const { palette } = order.colors;
  const pictures = await Promise.all(entries.map(drawPicture));
  const shown = entries.flatMap((logo, index) => {
    const picture = pictures[index];
    if (!picture) return [];
    const ground = defaultBackground(logo, palette);
    const { allowed, forbidden } = ruleBackgrounds(logo, palette);
    const others = [allowed.filter(({ id }) => id !== ground.id), forbidden].flatMap((one) => one.slice(0, 1));
    return [{ logo, picture, ground, others }];
  });
  if (shown.length === 0 && rules.length === 0) return null;
  const { scheme } = book.kit;
  const small = { size: 8, color: scheme.muted, width: WORDS };
  return book.chapter(
    "Logos",
    <>
      {book.grid(
        null,
        shown.map(({ logo, picture, ground, others }) => (
          <View key={logo.id} style={{ flexDirection: "row", gap: GAP }}>
            <View
              style={{
                width: FIELD.width,
                alignSelf: "flex-start",
                borderWidth: 0.8,
                borderColor: scheme.line,
                borderRadius: 6,
                overflow: "hidden",
              }}
            >
              {field(logo, picture, ground)}
            </View>
            <View style={{ width: WORDS }}>
              {book.text(logo.label, { face: "strong", width: WORDS })}
              {book.text(logo.usage, small)}
              {logo.clear_space ? book.text(`Clear space: ${logo.clear_space}`, small) : null}
              {logo.ruleText ? book.text(`Rule: ${logo.ruleText}`, small) : null}
            </View>
            <View style={{ width: SIZES }}>{smallest(book, logo, picture, ground)}</View>
            <View style={{ width: SAMPLES }}>{samples(book, others, picture)}</View>
          </View>
        )),
        { columns: 1, gap: GAP },
      )}
      {book.list("Rules", rules)}
    </>,
  );
}
