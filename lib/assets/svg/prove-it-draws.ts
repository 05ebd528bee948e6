import { execFile } from "node:child_process";
import { Slots } from "@/lib/contract/slots";
import { ownFile } from "@/lib/kernel/own-files";
import { UnsupportedFile } from "../errors";

const PROOF_PX = 128;
const CPU_LIMIT_MS = 5_000;
const TIMEOUT_MS = 30_000;
const DOES_NOT_DRAW = 3;
const DRAWS_NOTHING = 4;
/** Each is a process of some 80 MB: a folder of icons dropped at once must not start one for every file. */
const slots = new Slots(2);

/**
 * Run by a Node of its own, with the SVG on standard input; `sharp` is found from the working directory, the hub's own. It ends
 * itself by a signal, since an ordinary exit would wait for the thread that draws.
 */
const DRAW = `
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (user + system > ${CPU_LIMIT_MS * 1_000}) process.kill(process.pid, "SIGKILL");
  }, 100);
  const sharp = require("sharp");
  const parts = [];
  process.stdin.on("data", (part) => parts.push(part)).on("end", () => {
    sharp(Buffer.concat(parts)).resize({ width: ${PROOF_PX}, height: ${PROOF_PX}, fit: "inside" }).ensureAlpha().extractChannel(3)
      .raw().toBuffer().then((alpha) => process.exit(alpha.some(Boolean) ? 0 : ${DRAWS_NOTHING}), (error) => process.stderr.write(error.message, () => process.exit(${DOES_NOT_DRAW})));
  });
`;

/**
 * Says whether anything is seen of the SVG, once it has been drawn with 5 s of computing, or throws `UnsupportedFile`. It is drawn in a process that can
 * be killed: one dash pattern can keep a renderer busy for hours, and a thread inside it cannot be stopped. Computing is
 * counted, not waiting, so that a busy machine refuses nobody's logo; 30 s of both end it all the same.
 */
export const proveItDraws = (svg: Buffer): Promise<boolean> => slots.use(() => draw(svg));

function draw(svg: Buffer): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const options = {
      cwd: ownFile("."),
      timeout: TIMEOUT_MS,
      killSignal: "SIGKILL",
      env: { NODE_ENV: "production" },
      windowsHide: true,
    } as const;
    const child = execFile(process.execPath, ["-e", DRAW], options, (error, _stdout, stderr) => {
      if (error === null) resolve(true);
      else if (error.code === DRAWS_NOTHING) resolve(false);
      else if (error.killed || error.signal === "SIGKILL")
        reject(invalid("takes too long to draw. Simplify its strokes and filters", error));
      else if (error.code === DOES_NOT_DRAW) reject(invalid("could not be drawn. Export it again", new Error(stderr)));
      else reject(new Error("The process that draws SVGs could not run.", { cause: error }));
    });
    // A child that ends before it has read everything closes the pipe; its exit code, above, says why.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(svg);
  });
}

function invalid(what: string, cause: Error): UnsupportedFile {
  return new UnsupportedFile("file_invalid", `This SVG ${what}.`, { cause });
}
