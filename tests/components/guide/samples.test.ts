import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Samples } from "@/components/guide/part";
import { ToastProvider } from "@/components/ui/toast";

it("renders every language of a sample for readers without scripts", () => {
  const samples = ["sh", "ts", "python"].map((language) => ({ language, code: `a ${language} sample` }));
  const page = renderToStaticMarkup(
    createElement(ToastProvider, null, createElement(Samples, { samples, name: "Read a bundle" })),
  );
  for (const { code } of samples) expect(page).toContain(code);
  expect(page.match(/noscript:data-\[state=inactive\]:block/g)).toHaveLength(3);
});
