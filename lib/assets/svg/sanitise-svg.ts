import { sizeLimitText } from "@/lib/kernel/size-limit-text";
import { UnsupportedFile } from "../errors";
import { MAX_STORED_BYTES, MAX_SVG_BYTES } from "../inspect/limits";
import { checkDrawCost } from "./cost/draw-cost";
import { decodeText } from "./decode-text";
import { reencodeEmbeddedPictures } from "./embed-pictures";
import { Findings } from "./findings";
import { fixSize } from "./fix-size";
import { parseSvg } from "./parse-svg";
import { proveItDraws } from "./prove-it-draws";
import { resolveVariables } from "./resolve-variables";
import { serialise } from "./serialise";

export type SanitisedSvg = { bytes: Buffer; width: number; height: number; report: string[] };

/**
 * Gives an SVG rebuilt from an allow-list, in UTF-8, that runs nothing, fetches nothing and has a size of its own, and
 * that was drawn once to prove it; or throws `UnsupportedFile`, also where cleaning left nothing to see. The result of a result is itself.
 */
export async function sanitiseSvg(bytes: Buffer): Promise<SanitisedSvg> {
  const rebuilt = await rebuildSvg(bytes);
  if (await proveItDraws(rebuilt.bytes)) return rebuilt;
  if (rebuilt.report.length > 0 && !rebuilt.bytes.includes("<text"))
    throw new UnsupportedFile(
      "file_invalid",
      `Nothing is left to see of this SVG. ${rebuilt.report.join(" ")} Export it with plain shapes and fills.`,
    );
  return { ...rebuilt, report: ["Nothing is drawn in this picture.", ...rebuilt.report] };
}

/** The same without drawing it, which takes a process. */
export async function rebuildSvg(bytes: Buffer): Promise<SanitisedSvg> {
  if (bytes.length > MAX_SVG_BYTES)
    throw new UnsupportedFile("file_size", `This SVG is over ${sizeLimitText(MAX_SVG_BYTES)}. Simplify it.`);
  const findings = new Findings();
  const root = parseSvg(resolveVariables(decodeText(bytes)), findings);
  const { width, height, report: sizeReport } = fixSize(root);
  checkDrawCost(root, { width, height });
  const pictureReport = await reencodeEmbeddedPictures(root);
  const stored = Buffer.from(serialise(root), "utf8");
  if (stored.length > MAX_STORED_BYTES) {
    throw new UnsupportedFile("file_size", "This SVG is over 8 MB once its embedded pictures are cleaned.");
  }
  return { bytes: stored, width, height, report: [...findings.sentences(), ...sizeReport, ...pictureReport] };
}
