import type { ColorRole, ColorSource } from "@/lib/contract";

export const ROLE_LABELS: Record<ColorRole, { label: string; hint: string }> = {
  primary: { label: "Primary", hint: "The brand's lead colour" },
  secondary: { label: "Secondary", hint: "Supports the primary colour" },
  accent: { label: "Accent", hint: "Draws attention" },
  neutral: { label: "Neutral", hint: "Borders, dividers and quiet backgrounds" },
  background: { label: "Background", hint: "Behind everything else" },
  text: { label: "Text", hint: "Body text and headings" },
  success: { label: "Success", hint: "Confirmations" },
  warning: { label: "Warning", hint: "Cautions" },
  danger: { label: "Danger", hint: "Errors and destructive actions" },
};

export const SOURCE_LABELS: Record<ColorSource, string> = {
  generated: "Generated from a colour",
  extracted: "Generated from an image",
  manual: "Chosen by hand",
  imported: "Imported",
};

export const HARMONY_LABELS = {
  analogous: { label: "Analogous", hint: "Neighbours on the colour wheel. Calm." },
  complementary: { label: "Complementary", hint: "The opposite hue as accent. Strongest contrast." },
  triadic: { label: "Triadic", hint: "Three evenly spaced hues. Lively." },
  "split-complementary": { label: "Split complementary", hint: "Next to the opposite hue. Strong but softer." },
  tetradic: { label: "Tetradic", hint: "Two pairs of opposite hues. Rich, needs a clear lead." },
  monochromatic: { label: "Monochromatic", hint: "One hue in several lightnesses. Quiet." },
} as const;
