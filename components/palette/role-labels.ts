import type { ColorRole, ColorSource } from "@/lib/contract";

export const ROLE_LABELS: Record<ColorRole, { label: string; hint: string }> = {
  primary: { label: "Primary", hint: "The brand's lead colour" },
  secondary: { label: "Secondary", hint: "Supports the primary colour" },
  accent: { label: "Accent", hint: "Draws the eye to one thing" },
  neutral: { label: "Neutral", hint: "Borders, dividers, quiet surfaces" },
  background: { label: "Background", hint: "The surface behind everything else" },
  text: { label: "Text", hint: "Body text and headings" },
  success: { label: "Success", hint: "Something worked" },
  warning: { label: "Warning", hint: "Asks for care" },
  danger: { label: "Danger", hint: "Errors and destructive actions" },
};

export const SOURCE_LABELS: Record<ColorSource, string> = {
  generated: "Generated from a colour",
  extracted: "Grown from a picture",
  manual: "Chosen by hand",
  imported: "Imported",
};

export const HARMONY_LABELS = {
  analogous: { label: "Analogous", hint: "Neighbours on the colour wheel: calm, of one family" },
  complementary: { label: "Complementary", hint: "The opposite as accent: the strongest contrast" },
  triadic: { label: "Triadic", hint: "Three, a third of the wheel apart: lively and even" },
  "split-complementary": { label: "Split complementary", hint: "Beside the opposite: strong, but softer" },
  tetradic: { label: "Tetradic", hint: "Two pairs of opposites: rich, needs a clear lead" },
  monochromatic: { label: "Monochromatic", hint: "One hue in several lightnesses: quiet" },
} as const;
