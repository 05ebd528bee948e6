import { Document, Page, renderToBuffer } from "@react-pdf/renderer";
import { languageOf } from "@/lib/content";
import { makeKit } from "../make-kit";
import { draw } from "../mock-ups/draw";
import type { MockUpOrder } from "../order";
import { HUB_LANGUAGE, PdfScene } from "./scene-to-pdf";

/** Points per pixel. */
const POINT = 0.75;

/** A PDF with vectors, apart from logos and photographs. Runs as a job. */
export async function drawMockUpPdf({ order, key, theme, now }: MockUpOrder): Promise<Buffer> {
  const { kit, rasters } = await makeKit(order);
  const scene = draw(key, kit(theme));
  const [width, height] = [scene.width * POINT, scene.height * POINT];
  return renderToBuffer(
    <Document
      title={scene.label}
      language={languageOf(order.identity) ?? HUB_LANGUAGE}
      creator="Brand Identity Hub"
      producer="Brand Identity Hub"
      creationDate={now}
      modificationDate={now}
    >
      <Page size={[width, height]}>
        <PdfScene scene={scene} pictures={rasters} width={width} id="scene" />
      </Page>
    </Document>,
  );
}
