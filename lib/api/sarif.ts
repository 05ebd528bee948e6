import type { z } from "zod";
import type { CheckResult } from "@/lib/contract";

/** What each rule finds, for scanners. */
const RULES: Readonly<Record<string, string>> = {
  "forbidden-word": "A word that the brand bans",
  "replaced-word": "A word that the brand replaces",
  "name-spelling": "The brand's name in another spelling",
  "trademark-line": "A changed or missing trademark line",
  boilerplate: "Text that differs from the brand's boilerplate",
  "off-palette-color": "A colour outside the palette",
  "color-pairing": "Colours that a rule keeps apart",
  contrast: "Text with too little contrast",
  typeface: "A typeface that isn't the brand's",
  "text-size": "A font size that no text style has",
  "logo-size": "A logo below its minimum width",
  "logo-shape": "A stretched logo",
  "logo-color": "A recoloured logo",
};

const LEVELS = { must: "error", should: "warning" } as const;

/** Line and column of each offset, from 1, in UTF-16 code units. */
function positionsIn(content: string): (offset: number) => [line: number, column: number] {
  const starts = [0, ...[...content.matchAll(/\r\n|\n|\r/g)].map(({ 0: end, index }) => index + end.length)];
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle;
    }
    return [low + 1, offset - (starts[low] as number) + 1];
  };
}

/** The result as SARIF 2.1.0, which code scanners read. The file's name is for the caller to set. */
export function asSarif(
  { version, findings, omitted }: z.input<typeof CheckResult>,
  content: string,
  baseUrl: string,
): string {
  const positionOf = positionsIn(content);
  const artifactLocation = { uri: "content" };
  const helpUri = `${baseUrl}/docs/check#what-is-checked`;
  const rules = [...new Set(findings.map(({ rule }) => rule))].map((id) => {
    const words = { text: RULES[id] ?? id };
    return { id, helpUri, shortDescription: words, fullDescription: words, help: words };
  });
  const results = findings.map(({ rule, severity, path, start, end, message, fix }) => {
    const [startLine, startColumn] = positionOf(start);
    const [endLine, endColumn] = positionOf(end);
    const place = { startLine, startColumn, endLine, endColumn };
    const region = { ...place, charOffset: start, charLength: end - start };
    const replacement = { deletedRegion: region, insertedContent: { text: fix } };
    return {
      ruleId: rule,
      level: LEVELS[severity],
      message: { text: message },
      locations: [{ physicalLocation: { artifactLocation, region } }],
      properties: { path },
      ...(fix !== undefined && { fixes: [{ artifactChanges: [{ artifactLocation, replacements: [replacement] }] }] }),
    };
  });
  const driver = { name: "Brand Identity Hub", informationUri: `${baseUrl}/docs/check`, rules };
  const run = { tool: { driver }, columnKind: "utf16CodeUnits", results, properties: { version, omitted } };
  return JSON.stringify({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [run],
  });
}
