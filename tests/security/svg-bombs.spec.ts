import { readdirSync, readFileSync } from "node:fs";
import { type Browser, expect, test } from "@playwright/test";
import { inForm } from "../support/in-form";
import { type HostileSvg, hostileSvgs } from "./support/hostile-svgs";
import { rebuildSvg } from "./support/rebuild-svg";

/** In anchors. One takes 0.1 s on a quick machine. */
const MAX_ANCHORS = 10;
const SIDE = 1_000;

/** Draws SVGs as `<img>` and measures Chromium's CPU time in anchors, so neither a busy nor a slow machine matters. */
async function drawer(browser: Browser) {
  const page = await browser.newPage({ viewport: { width: SIDE, height: SIDE } });
  const processes = await browser.newBrowserCDPSession();
  const computedMs = async () => {
    const { processInfo } = await processes.send("SystemInfo.getProcessInfo");
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1_000, 0);
  };
  /** CPU time of a fixed computation. */
  const anchor = async (): Promise<number> => {
    await page.setContent("");
    const before = await computedMs();
    await page.evaluate(() => {
      let drawn = 1;
      for (let round = 0; round < 20_000_000; round += 1) drawn = (drawn * 16_807) % 2_147_483_647;
      return drawn;
    });
    return (await computedMs()) - before;
  };
  const draw = async (svg: string, side: number): Promise<number> => {
    await page.setViewportSize({ width: side, height: side });
    await page.setContent("<body style='margin:0'></body>");
    const before = await computedMs();
    await page.evaluate(
      async ({ svg, side }) => {
        const image = new Image(side, side);
        image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
        await image.decode();
        document.body.replaceChildren(image);
      },
      { svg, side },
    );
    await page.screenshot({ type: "jpeg", quality: 10, timeout: 120_000 });
    return (await computedMs()) - before;
  };
  const empty = '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000"/>';
  await draw(empty, SIDE);
  await anchor();
  /** Subtracts the screenshot's own cost. Draws slow ones again, as other pages may have been active. */
  return async (svg: string, side: number): Promise<number> => {
    let least = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < 3 && least > MAX_ANCHORS; attempt += 1) {
      const unit = await anchor();
      expect(unit).toBeGreaterThan(0);
      const screenshot = await draw(empty, side);
      least = Math.min(least, ((await draw(svg, side)) - screenshot) / unit);
    }
    return least;
  };
}

/** The costliest accepted shapes of each family, just under the limit. */
function costliest(shapes: readonly HostileSvg[], perFamily: number): { name: string; text: string }[] {
  const families = [...new Set(shapes.map(({ family }) => family))];
  return families.flatMap((family) =>
    shapes
      .filter((shape) => shape.family === family)
      .flatMap(({ name, svg }) => {
        const rebuilt = rebuildSvg(svg);
        return rebuilt === null ? [] : [{ name, ...rebuilt }];
      })
      .sort((a, b) => b.cost - a.cost)
      .slice(0, perFamily),
  );
}

test.describe("an accepted SVG", () => {
  test.describe.configure({ timeout: 1_800_000 });

  test("is drawn by Chromium in little CPU time, however hostile", { tag: "@full" }, async ({ browser }) => {
    const draw = await drawer(browser);
    const shapes = hostileSvgs(
      inForm({ short: [1, 4], full: [1, 2, 4, 9] }),
      inForm({ short: [1, 12, 130, 500], full: [1, 3, 8, 20, 50, 130, 300, 900, 2_000] }),
    );
    const every = inForm({ short: 3, full: 1 });
    const accepted = costliest(shapes, inForm({ short: 1, full: 3 })).filter((_, index) => index % every === 0);
    expect(accepted.length).toBeGreaterThan(inForm({ short: 25, full: 200 }));
    const slow: string[] = [];
    for (const { name, text } of accepted) {
      const anchors = await draw(text, SIDE);
      if (anchors > MAX_ANCHORS) slow.push(`${name}: ${anchors.toFixed(1)} anchors`);
    }
    expect(slow).toEqual([]);
  });

  test("is drawn as quickly when it declares a large size", { tag: "@full" }, async ({ browser }) => {
    const draw = await drawer(browser);
    const side = 2_500;
    const shapes = hostileSvgs([1, 4], inForm({ short: [3, 50], full: [1, 3, 8, 20, 50, 130, 500] })).map((shape) => ({
      ...shape,
      svg: shape.svg.replace('width="1000" height="1000"', `width="${side}" height="${side}"`),
    }));
    const slow: string[] = [];
    for (const { name, text } of costliest(shapes, 1).slice(0, inForm({ short: 12, full: 1_000 }))) {
      const anchors = await draw(text, side);
      if (anchors > MAX_ANCHORS) slow.push(`${name}: ${anchors.toFixed(1)} anchors`);
    }
    expect(slow).toEqual([]);
  });

  test("may be any logo of the demo brands, which Chromium draws as quickly", { tag: "@full" }, async ({ browser }) => {
    const draw = await drawer(browser);
    const files = readdirSync("db/demo", { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".svg"));
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const rebuilt = rebuildSvg(readFileSync(`db/demo/${file}`, "utf8"));
      expect(rebuilt, file).not.toBeNull();
      expect(await draw(rebuilt?.text ?? "", SIDE), file).toBeLessThan(MAX_ANCHORS);
    }
  });
});
