import { Image, View } from "@react-pdf/renderer";
import { Fragment, type ReactNode } from "react";
import type { BookExample, BookOrder } from "../../order";
import { type BookWriter, WIDTH } from "./book-writer";
import { type Drawn, drawPicture } from "./draw-picture";

const GAP = 14;
const COLUMNS = 4;
const CARD = (WIDTH - (COLUMNS - 1) * GAP) / COLUMNS;
const PICTURE_HEIGHT = 104;

const SIDES = { do: "Do", dont: "Don’t" } as const;

const isSmall = ({ width, height }: Drawn) => width <= CARD && height <= PICTURE_HEIGHT;

function example(book: BookWriter, { text }: BookExample, picture: Drawn | null, side: keyof typeof SIDES): ReactNode {
  const { scheme } = book.kit;
  const color = side === "do" ? scheme.link : scheme.muted;
  const borderStyle = side === "do" ? "solid" : "dashed";
  const field = { height: PICTURE_HEIGHT, marginBottom: 6, backgroundColor: "#ffffff" };
  const border = { borderWidth: 0.8, borderColor: scheme.line, borderRadius: 6 };
  return (
    <View>
      {picture ? (
        <View style={{ ...field, ...border, padding: isSmall(picture) ? 16 : 6 }}>
          <Image src={picture.href} style={{ width: "100%", height: "100%", objectFit: "contain" }} />
        </View>
      ) : null}
      <View style={{ borderTopWidth: 2, borderStyle, borderColor: color, paddingTop: 5 }}>
        {book.text(SIDES[side], { face: "strong", size: 8.5, color })}
        {text ? book.text(text, { size: 9.5, width: CARD }) : null}
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
  return book.chapter(
    "Imagery",
    kinds.map(({ name, lines, sides }) => (
      <Fragment key={name}>
        {book.grid(
          <View style={{ maxWidth: 560, marginBottom: 10 }}>
            {book.label(name)}
            {lines.map((line) => (
              <View key={line}>{book.text(line)}</View>
            ))}
          </View>,
          sides.flatMap(({ side, examples }) => examples.map(({ one, picture }) => example(book, one, picture, side))),
          { columns: COLUMNS, gap: GAP },
        )}
      </Fragment>
    )),
  );
}
