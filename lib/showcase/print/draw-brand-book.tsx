import { Document, Page, renderToBuffer } from "@react-pdf/renderer";
import { languageOf } from "@/lib/brand-document";
import { makeKit } from "../make-kit";
import { type BookOrder, unpackOrder } from "../order";
import { registerFonts } from "./book/book-fonts";
import { BookWriter, PAGE } from "./book/book-writer";
import { colophon, colors, inUse, story, typography, voice } from "./book/chapters";
import { colorDepth } from "./book/color-depth";
import { bookCover } from "./book/cover";
import { foundations } from "./book/foundations";
import { imagery } from "./book/imagery";
import { legal } from "./book/legal";
import { logos } from "./book/logos";
import { HUB_LANGUAGE } from "./hub-language";

/** `14 March 2026`, in UTC. */
const dayText = (date: Date): string =>
  new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(date);

/** A published version of a brand as a book: PDF bytes, the same for the same version. For a process of its own. */
export async function drawBrandBook(packed: Buffer): Promise<Buffer> {
  const given = unpackOrder<BookOrder>(packed);
  const { order, version, publishedAt } = given;
  const { kit, rasters, fonts } = await makeKit(order);
  const edition = `Version ${version}, ${dayText(publishedAt)}`;
  const book = new BookWriter(kit("light"), fonts, rasters, edition, await registerFonts(order));
  try {
    const cover = book.scene(bookCover(book.kit, edition), PAGE.width);
    const parts = [
      story(book, given),
      voice(book, given),
      colors(book, given),
      await colorDepth(book, given),
      await logos(book, given),
      typography(book, given),
      await foundations(book, given),
      await imagery(book, given),
      inUse(book),
      legal(book, given),
    ];
    const about = colophon(book, given);
    await book.learnLetters();
    return await renderToBuffer(
      <Document
        title={`${order.name}: brand book`}
        subject={edition}
        author={order.name}
        creator="Brand Identity Hub"
        producer="Brand Identity Hub"
        language={languageOf(order.identity) ?? HUB_LANGUAGE}
        creationDate={publishedAt}
        modificationDate={publishedAt}
        pageMode="useOutlines"
      >
        <Page size={[PAGE.width, PAGE.height]} bookmark={order.name}>
          {cover}
        </Page>
        {parts}
        {about}
      </Document>,
    );
  } finally {
    book.close();
  }
}
