import { expectNoViolations } from "./support/accessibility";
import { expect, test } from "./support/test";

test("a scan reports every text with too little contrast and a control with another name than its text", async ({
  page,
}) => {
  const faint = (id: string, color: string) => `<p id="${id}" style="color: ${color}; background: #fff">Faint</p>`;
  await page.setContent(`<!doctype html><html lang="en"><title>Scan</title><main><h1>Scan</h1>
    ${faint("one", "#aaa")}${faint("two", "#aaa")}${faint("three", "rgb(0 0 0 / 0.3)")}
    <p style="color: #555; background: #fff">Plain</p><button aria-label="Other">Save</button></main></html>`);
  const failure = await expectNoViolations(page).catch((error) => error.matcherResult);
  expect(failure.actual).toEqual(["color-contrast: #one | #two | #three", "label-content-name-mismatch: button"]);
});
