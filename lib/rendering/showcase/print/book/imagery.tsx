import { Image, View } from "@react-pdf/renderer";
import type { ReactNode } from "react";
import type { BookExample, BookOrder } from "../../order";
import { type BookWriter, WIDTH } from "./book-writer";
import { type Drawn, drawPicture } from "./draw-picture";

const GAP = 14;

/** Fewer examples are larger. */
function sizeOf(count: number): { columns: number; width: number; height: number } {
  const columns = count > 4 ? 3 : 2;
  return { columns, width: (WIDTH - (columns - 1) * GAP) / columns, height: count > 4 ? 140 : count > 2 ? 176 : 240 };
}

const SIDES = { do: "Do", dont: "Don’t" } as const;

const ICON = 320;
const isSmall = ({ width, height }: Drawn) => width <= ICON && height <= ICON;

function example(
  book: BookWriter,
  { one: { text }, picture, side }: { one: BookExample; picture: Drawn | null; side: keyof typeof SIDES },
  { width, height }: { width: number; height: number },
): ReactNode {
  const { scheme } = book.kit;
  const color = side === "do" ? scheme.link : scheme.muted;
  const borderStyle = side === "do" ? "solid" : "dashed";
  const field = { height, marginBottom: 6, backgroundColor: "#ffffff" };
  const border = { borderWidth: 0.8, borderColor: scheme.line, borderRadius: 6 };
  return (
    <View>
      {picture ? (
        <View style={{ ...field, ...border, padding: isSmall(picture) ? 24 : 6 }}>
          <Image src={picture.href} style={{ width: "100%", height: "100%", objectFit: "contain" }} />
        </View>
      ) : null}
      <View style={{ borderTopWidth: 2, borderStyle, borderColor: color, paddingTop: 5 }}>
        {book.text(SIDES[side], { face: "strong", size: 10, color })}
        {text ? book.text(text, { size: picture ? 11 : 15, width }) : null}
      </View>
    </View>
  );
}

export async function imagery(book: BookWriter, { imagery: directions }: BookOrder): Promise<ReactNode> {
  if (directions.length === 0) return null;
  const withPictures = async (examples: readonly BookExample[]) =>
    Promise.all(examples.map(async (one) => ({ one, picture: one.picture ? await drawPicture(one.picture) : null })));
  const kinds = await Promise.all(
    directions.map(async ({ name, lines, dos, donts }) => ({
      name,
      lines,
      sides: [
        { side: "do" as const, examples: await withPictures(dos) },
        { side: "dont" as const, examples: await withPictures(donts) },
      ],
    })),
  );
  return kinds.map(({ name, lines, sides }) => {
    const size = book.sizeFor([lines.join(" ")], WIDTH, 90, [17, 15, 13, 11.5, 10.5]);
    const head = (
      <View style={{ marginBottom: 14 }}>
        {lines.map((line) => (
          <View key={line}>{book.text(line, { size, width: WIDTH })}</View>
        ))}
      </View>
    );
    const examples = sides.flatMap(({ side, examples: given }) => given.map((one) => ({ ...one, side })));
    const box = sizeOf(examples.length);
    const cells = examples.map((one) => example(book, one, box));
    return book.chapter(name, book.grid(head, cells, { columns: box.columns, gap: GAP, end: 0 }));
  });
}
