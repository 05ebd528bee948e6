import { expect, it } from "vitest";
import { newLogo } from "@/lib/content";
import { newId } from "@/lib/platform/ids";
import { flattenDocument } from "@/lib/publishing/identity/flatten-document";
import { labelPieces } from "@/lib/publishing/identity/identity-to-markdown";
import { fileRef, sampleColors, sampleDocument, sampleTypography } from "@/tests/support/documents";

it.each([
  ["identity.persona.voice.summary", "Persona · Voice · Summary", ["Persona · Voice · Summary", ""]],
  ["colors.palette#order", "Order of colours", ["Order of colours", ""]],
  ["colors.palette.1", "Colour · Alder · deep", ["Colour · ", "Alder · deep"]],
  // Labels of colours in search.
  ["colors.palette.1", "Alder", ["", "Alder"]],
  ["typography.roles.body", "Typeface · For body text", ["Typeface · For body text", ""]],
  ["foundations.spacing.gap", "Spacing · gap", ["Spacing · ", "gap"]],
])("splits %s, %s into %j", (path, label, [words, name]) =>
  expect(labelPieces({ path, label })).toEqual({ words, name }),
);

it("finds exactly the names that people chose in a whole document", () => {
  const { colors, green, white, black, gradient } = sampleColors();
  const document = sampleDocument({
    colors,
    typography: sampleTypography(),
    logos: {
      items: [newLogo({ id: newId(), variant: "symbol", file: fileRef(), label: "Leaf" })],
      rules: ["Leave it alone"],
    },
    assets: [{ id: newId(), kind: "image", name: "Canopy", file: fileRef() }],
  });
  const named = [...flattenDocument(document)].map(([path, { label }]) => labelPieces({ path, label }).name);
  const given = [green.name, white.name, black.name, gradient.name, "Leaf", "Canopy", "Alder Grotesk"];
  expect(new Set(named.filter((name) => name !== ""))).toEqual(new Set(given));
});
