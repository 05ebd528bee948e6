import { renderToBuffer } from "@react-pdf/renderer";
import { chapters as allChapters } from "./chapters";
import { ApiDocument } from "./document";
import { registerFonts } from "./fonts";
import { PageNumbers } from "./page-numbers";

const MAX_LAYOUTS = 4;

/**
 * The API documentation as PDF bytes, with contents whose page numbers are true: it is laid out again until the pages of the
 * last layout are the ones that stand in it.
 * @param now date on the title page and in the metadata
 * @throws Error when the pages do not settle
 */
export async function renderApiDocument(now: Date, chapters = allChapters): Promise<Uint8Array<ArrayBuffer>> {
  registerFonts();
  let known = new PageNumbers();
  for (let layout = 1; layout <= MAX_LAYOUTS; layout += 1) {
    const found = new PageNumbers();
    const pdf = await renderToBuffer(<ApiDocument chapters={chapters} now={now} known={known} found={found} />);
    if (found.equals(known)) return new Uint8Array(pdf);
    known = found;
  }
  throw new Error(`The page numbers of the API document did not settle in ${MAX_LAYOUTS} layouts.`);
}
