import { LateSection } from "./late-section";
import { type DepthProps, RULE_PARAMETER } from "./types";

const loadGrid = () => import("./contrast-grid").then(({ ContrastGrid }) => ContrastGrid);
const loadDarkSet = () => import("./dark-set").then(({ DarkSet }) => DarkSet);
const loadGradients = () => import("./gradients").then(({ Gradients }) => Gradients);
const loadRules = () => import("./color-rules").then(({ ColorRules }) => ColorRules);

const names = (list: readonly { name: string }[]) =>
  new Intl.ListFormat("en", { type: "conjunction" }).format(list.map(({ name }) => name));

export function PaletteDepth(props: DepthProps) {
  const { dark, gradients = [], rules = [] } = props.colors;
  return (
    <>
      <LateSection
        title="Contrast matrix"
        description="Text colours on every background, primary and accent colour. Intended pairs get a grade."
        load={loadGrid}
        content={props}
      />
      <LateSection
        title="Dark set"
        description={
          dark
            ? `${Object.keys(dark).length} of ${props.swatches.length} colours have a dark form.`
            : "Colours for dark backgrounds. None set."
        }
        load={loadDarkSet}
        content={props}
      />
      <LateSection
        title="Gradients"
        description={gradients.length > 0 ? `${names(gradients)}.` : "Blends of colours. None yet."}
        load={loadGradients}
        anchors="colors.gradients."
        content={props}
      />
      <LateSection
        title="Colour rules"
        description={
          rules.length > 0
            ? `${rules.length} ${rules.length === 1 ? "rule" : "rules"} for combining colours.`
            : "Rules for combining colours, for tools to check. None yet."
        }
        load={loadRules}
        parameter={RULE_PARAMETER}
        anchors="colors.rules."
        content={props}
      />
    </>
  );
}
