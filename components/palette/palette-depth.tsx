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
        title="Whole contrast grid"
        description="Every colour that text may be set in, on every background and on the primary and accent colours, graded where the two are meant to go together."
        load={loadGrid}
        content={props}
      />
      <LateSection
        title="Dark set"
        description={
          dark
            ? `On dark surfaces ${Object.keys(dark).length} of ${props.swatches.length} colours have a form of their own.`
            : "What the colours are on dark surfaces. Nothing is stated yet."
        }
        load={loadDarkSet}
        content={props}
      />
      <LateSection
        title="Gradients"
        description={gradients.length > 0 ? `${names(gradients)}.` : "Colours that run into one another. None yet."}
        load={loadGradients}
        anchors="colors.gradients."
        content={props}
      />
      <LateSection
        title="Colour rules"
        description={
          rules.length > 0
            ? `${rules.length} ${rules.length === 1 ? "rule says" : "rules say"} what may stand on what.`
            : "What may stand on what, for tools to check. None yet."
        }
        load={loadRules}
        parameter={RULE_PARAMETER}
        anchors="colors.rules."
        content={props}
      />
    </>
  );
}
