import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SignatureForm } from "@/components/showcase/signature-dialog";
import { ToastProvider } from "@/components/ui/toast";
import type { SignatureBrand } from "@/lib/rendering";

const BRAND: SignatureBrand = {
  name: "Alder & Ash",
  tagline: "",
  language: null,
  website: null,
  fonts: "Arial, sans-serif",
  colors: { ink: "#101010", muted: "#555555", link: "#2f5d50" },
  logo: null,
};
const LOGO = { src: "https://hub.test/p/alder/logos/1", width: 72, height: 72 };

const rendered = (brand: Partial<SignatureBrand> = {}, { name = "Mara", hasPublicPage = false } = {}) =>
  renderToStaticMarkup(
    createElement(
      ToastProvider,
      null,
      createElement(SignatureForm, {
        brand: { ...BRAND, ...brand },
        slug: "alder",
        person: { name, email: "mara@alder.example" },
        hasPublicPage,
      }),
    ),
  );

it("shows the signature with the reader's details in a frame without scripts", () => {
  const [frame = ""] = /<iframe[^>]*>/.exec(rendered({}, { name: "</p><script>" })) ?? [];
  expect(frame).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(frame).toContain('title="Preview of your signature"');
  expect(frame).toContain("&amp;lt;/p&amp;gt;&amp;lt;script&amp;gt;");
  expect(frame).toContain("mailto:mara@alder.example");
});

it.each([
  ["is off", {}, false, "To include the logo, turn on the public page."],
  ["has no logo that mails show", {}, true, "To include a logo, publish a PNG or JPEG for light backgrounds."],
  ["has a logo", { logo: LOGO }, true, "The logo loads from your public page"],
])("says where the logo is where the public page %s", (_, brand, hasPublicPage, hint) => {
  expect(rendered(brand, { hasPublicPage })).toContain(hint);
});

it("requires a name before copying or downloading", () => {
  expect(rendered().match(/aria-disabled="true"/g)).toBeNull();
  const nameless = rendered({}, { name: " " });
  expect(nameless.match(/aria-disabled="true"/g)).toHaveLength(2);
  expect(nameless).toContain("Enter your name.");
});
