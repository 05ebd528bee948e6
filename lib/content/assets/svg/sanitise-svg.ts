import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tokenTypes as Css } from "css-tree/tokenizer";
import { Slots } from "@/lib/contract/slots";
import { UnsupportedFile } from "@/lib/platform/errors";
import { ownFile } from "@/lib/platform/private-file";
import { sizeLimitText } from "@/lib/platform/text";
import { detectType } from "../inspect/detect-type";
import { MAX_PIXELS, MAX_STORED_BYTES, MAX_SVG_BYTES } from "../inspect/limits";
import { reencodePicture } from "../inspect/reencode-picture";
import { checkDrawCost } from "./cost/draw-cost";
import { endOfBlock, nextIndex, splitAt, textOf, tokensOf } from "./css";
import { fixSize } from "./fix-size";
import { Findings, parseSvg, type SvgElement, serialise, walk } from "./parse-svg";

const ROOT_STYLE = /\sstyle\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const MAX_ROOT_TAG = 4_000;
/** Only variables of the whole picture have a single value. */
const WHOLE_PICTURE = /^(?::root|svg|\*)$/;
/** With an optional fallback, without nested brackets. */
const USE = /var\(\s*(--[-\w]+)\s*(?:,([^()]*|[^()]*\([^()]*\)[^()]*))?\)/g;
/** Safe in attributes and style sheets. */
const VALUE = /^[^<>&"'{};]{1,200}$/;
const DEFINITION = /(--[-\w]{1,100})\s*:[^;{}"'<>]*;?/g;
const MAX_ROUNDS = 8;

function variablesIn(css: string, variables: Map<string, string>, isWhole: boolean): void {
  const tokens = tokensOf(css);
  if (isWhole) {
    for (const declaration of splitAt(tokens, Css.Semicolon)) {
      const [, name, value = ""] = /^(--[-\w]+)\s*:\s*(.*)$/s.exec(textOf(declaration)) ?? [];
      if (name && VALUE.test(value)) variables.set(name, value.trim());
    }
    return;
  }
  for (let position = 0; position < tokens.length; ) {
    const open = nextIndex(tokens, [Css.LeftCurlyBracket], position);
    const end = endOfBlock(tokens, open);
    const selectors = textOf(tokens.slice(position, open)).split(",");
    if (selectors.some((selector) => WHOLE_PICTURE.test(selector.trim())))
      variablesIn(textOf(tokens.slice(open + 1, end)), variables, true);
    position = end + 1;
  }
}

function* styleSheetsOf(svg: string): Generator<string> {
  for (let at = svg.indexOf("<style"); at >= 0; ) {
    const end = svg.indexOf("</style>", at);
    if (end < 0) return;
    yield svg.slice(svg.indexOf(">", at) + 1, end).replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, "");
    at = svg.indexOf("<style", end);
  }
}

function rootStyleOf(svg: string): string {
  const start = svg.indexOf("<svg");
  const [, double, single] = ROOT_STYLE.exec(svg.slice(start, start + MAX_ROOT_TAG).split(">", 1)[0] ?? "") ?? [];
  return double ?? single ?? "";
}

/** Replaces CSS variables, which many renderers don't support. Runs before sanitising. */
function resolveVariables(svg: string): string {
  if (!svg.includes("var(")) return svg;
  const variables = new Map<string, string>();
  for (const sheet of styleSheetsOf(svg)) variablesIn(sheet, variables, false);
  variablesIn(rootStyleOf(svg), variables, true);
  let resolved = svg;
  for (let round = 0; round < MAX_ROUNDS && resolved.includes("var("); round += 1) {
    resolved = resolved.replace(
      USE,
      (use, name: string, fallback?: string) => variables.get(name) ?? fallback?.trim() ?? use,
    );
    if (resolved.length > 2 * svg.length + 10_000) return svg;
  }
  // Resolved variables aren't reported as removed.
  return resolved.replace(DEFINITION, (definition, name: string) => (variables.has(name) ? "" : definition));
}

const TRIAL_PX = 128;
const CPU_LIMIT_MS = 5_000;
const TIMEOUT_MS = 30_000;
/** How long a process waits for the next drawing. Starting one takes longer than drawing a logo. */
const IDLE_MS = 5_000;
/** Each process takes about 80 MB. A folder of icons must not start one per file. */
const slots = new Slots(2);

/**
 * Runs in a separate Node process, which finds `sharp` from the hub's directory. Ends by signal, because a normal exit
 * waits for the drawing thread.
 */
const DRAW = `
  const sharp = require("sharp");
  sharp.cache(false);
  const end = () => process.kill(process.pid, "SIGKILL");
  const usedUs = () => process.cpuUsage().user + process.cpuUsage().system;
  let beganUs = Infinity;
  setInterval(() => { if (usedUs() - beganUs > ${CPU_LIMIT_MS * 1_000}) end(); }, 100);
  process.on("disconnect", end).on("message", (svg) => {
    beganUs = usedUs();
    sharp(svg)
      .resize({ width: ${TRIAL_PX}, height: ${TRIAL_PX}, fit: "inside" })
      .ensureAlpha().extractChannel(3).raw().toBuffer()
      .then((alpha) => ({ drew: alpha.some(Boolean) }), (error) => ({ failed: error.message }))
      .then((drawing) => { beganUs = Infinity; process.send(drawing); });
  });
`;

interface Drawing {
  drew?: boolean;
  failed?: string;
}

/** Idle processes, each with the timer that ends it. */
const idle = new Map<ChildProcess, NodeJS.Timeout>();

function startProcess(): ChildProcess {
  const child = spawn(process.execPath, ["-e", DRAW], {
    cwd: ownFile("."),
    env: { NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    serialization: "advanced",
    windowsHide: true,
  });
  const forget = () => void idle.delete(child);
  // Without a listener an error of an idle process would end the hub.
  return child.on("error", forget).once("exit", forget);
}

/** Keeps a process for the next drawing. It doesn't keep the hub from ending, and ends with it. */
function rest(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const timer = setTimeout(() => {
    idle.delete(child);
    child.kill("SIGKILL");
  }, IDLE_MS);
  idle.set(child, timer.unref());
}

/**
 * Whether the SVG draws anything. A dash pattern can block a renderer for hours, and only a process can be stopped. CPU
 * time is limited, so a busy machine doesn't reject valid logos.
 * @throws UnsupportedFile if drawing fails or takes over 5 s of CPU time or 30 s
 */
const drawsAnything = (svg: Buffer): Promise<boolean> => slots.use(() => draw(svg));

async function draw(svg: Buffer): Promise<boolean> {
  const [rested] = idle.keys();
  if (!rested) return drawIn(startProcess(), svg);
  clearTimeout(idle.get(rested));
  idle.delete(rested);
  rested.ref();
  rested.channel?.ref();
  // It may have ended since its last drawing, for example for lack of memory.
  return drawIn(rested, svg).catch((error) => {
    if (error instanceof UnsupportedFile) throw error;
    return drawIn(startProcess(), svg);
  });
}

async function drawIn(child: ChildProcess, svg: Buffer): Promise<boolean> {
  const timer = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
  const settled = new AbortController();
  const ended = once(child, "exit", settled).then(([code, signal]) => {
    const cause = new Error(`The process that draws SVGs ended with ${signal ?? code}.`);
    throw signal === "SIGKILL" ? invalid("takes too long to draw. Simplify its strokes and filters", cause) : cause;
  });
  // Sending throws if no process could start. Then the race below never waits for this.
  ended.catch(() => {});
  try {
    child.send(svg);
    const [{ drew, failed }] = (await Promise.race([once(child, "message", settled), ended])) as [Drawing];
    rest(child);
    if (drew === undefined) throw invalid("could not be drawn. Export it again", new Error(failed));
    return drew;
  } finally {
    settled.abort();
    clearTimeout(timer);
    if (!idle.has(child)) child.kill("SIGKILL");
  }
}

function invalid(what: string, cause: Error): UnsupportedFile {
  return new UnsupportedFile("file_invalid", `This SVG ${what}.`, { cause });
}

const DATA_URL = /^data:image\/[a-z]+;base64,/i;
const MAX_PICTURES = 16;

/**
 * Re-encodes embedded pictures like uploads. Returns the changes.
 * @throws UnsupportedFile for another type, over 16 pictures, or over 25 megapixels in all
 */
async function reencodeEmbeddedPictures(root: SvgElement): Promise<string[]> {
  const embedded: { attributes: Map<string, string>; name: string; url: string }[] = [];
  walk(root, ({ attributes }) => {
    for (const [name, url] of attributes) {
      if (/^(?:xlink:)?href$/.test(name) && DATA_URL.test(url)) embedded.push({ attributes, name, url });
    }
  });
  if (embedded.length > MAX_PICTURES) {
    throw new UnsupportedFile("file_invalid", `This SVG embeds over ${MAX_PICTURES} pictures. Upload them separately.`);
  }
  const report = new Set<string>();
  let pixels = 0;
  for (const { attributes, name, url } of embedded) {
    const picture = await reencode(url);
    pixels += picture.width * picture.height;
    if (pixels > MAX_PIXELS) {
      throw new UnsupportedFile("file_pixels", "The pictures embedded in this SVG have over 25 megapixels in total.");
    }
    attributes.set(name, picture.url);
    for (const sentence of picture.report) report.add(`In an embedded picture: ${sentence}`);
  }
  return [...report];
}

async function reencode(url: string) {
  const bytes = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
  const { mime, animated } = await detectType(bytes);
  if (mime !== "image/png" && mime !== "image/jpeg" && mime !== "image/webp") {
    throw new UnsupportedFile("file_invalid", "This SVG embeds a file that isn't a PNG, JPEG or WebP picture.");
  }
  const picture = await reencodePicture(bytes, mime, animated);
  return { ...picture, url: `data:${mime};base64,${picture.bytes.toString("base64")}` };
}

const SINGLE_BYTE = /^(?:iso-8859-1|latin1|windows-1252)$/i;
const UNICODE = /^(?:utf-?8|utf-?16(?:le|be)?|us-ascii)$/i;

/**
 * Uses the byte order mark, then the declaration (XML 1.0, appendix F). Rejects encodings that can hide markup, such as
 * UTF-7.
 * @throws UnsupportedFile
 */
function decodeText(bytes: Buffer): string {
  const declared = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(bytes.toString("latin1", 0, 256))?.[1];
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(bytes, "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(bytes, "utf-16be");
  if (declared === undefined || UNICODE.test(declared)) return decode(bytes, "utf-8");
  if (SINGLE_BYTE.test(declared)) return decode(bytes, "windows-1252");
  throw new UnsupportedFile("file_invalid", "This SVG is in an uncommon text encoding. Save it as UTF-8.");
}

function decode(bytes: Buffer, encoding: string): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UnsupportedFile("file_invalid", "This SVG's text is damaged. Save it as UTF-8.", { cause });
  }
}

export type SanitisedSvg = { bytes: Buffer; width: number; height: number; report: string[] };

/**
 * Rebuilds an SVG from the allow-list. It runs nothing, loads nothing, has a size and was drawn once. Idempotent.
 * @throws UnsupportedFile if it is invalid, over a limit, or empty after cleaning
 */
export async function sanitiseSvg(bytes: Buffer): Promise<SanitisedSvg> {
  const rebuilt = await rebuildSvg(bytes);
  if (await drawsAnything(rebuilt.bytes)) return rebuilt;
  if (rebuilt.report.length > 0 && !rebuilt.bytes.includes("<text"))
    throw new UnsupportedFile(
      "file_invalid",
      `This SVG is empty after cleaning. ${rebuilt.report.join(" ")} Export it with plain shapes and fills.`,
    );
  return { ...rebuilt, report: ["This picture is empty.", ...rebuilt.report] };
}

/** Without drawing, so without a process. */
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
    throw new UnsupportedFile("file_size", "This SVG is over 8 MB after cleaning its embedded pictures.");
  }
  return { bytes: stored, width, height, report: [...findings.sentences(), ...sizeReport, ...pictureReport] };
}
