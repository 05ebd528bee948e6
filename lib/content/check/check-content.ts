import type { z } from "zod";
import { CHECK_LIMITS, type CheckRequest, type CheckResult } from "@/lib/contract";
import { checkPairs, checkPalette, colorsOf } from "./check-colors";
import { checkLogos, checkTextSizes, checkTypefaces } from "./check-design";
import { checkLegal, checkName, namesOf } from "./check-names";
import { checkWords, languageOfTag, lexicons, wordsOf } from "./check-words";
import type { Found, Version } from "./findings";
import { type Facts, pairsOf, readMarkup } from "./read-markup";
import { declarationsIn, readStyles } from "./read-styles";
import { type Block, maskMarkdown, readPlainText } from "./read-text";

export interface CheckInput {
  content: string;
  mediaType: CheckRequest["media_type"];
  /** BCP 47, where the content doesn't state it. Defaults to the brand's main language. */
  locale?: string | undefined;
}

export type Checked = Omit<z.input<typeof CheckResult>, "version">;

function read({ content, mediaType }: CheckInput): Facts {
  const nothing = { blocks: [], styles: [], pairs: [], pictures: [], isPage: false, hasRules: false };
  if (mediaType === "text/plain") return { ...nothing, blocks: readPlainText(content) };
  if (mediaType === "text/markdown") return readMarkup(maskMarkdown(content), "text", false);
  if (mediaType !== "text/css") return readMarkup(content, "markup", mediaType === "image/svg+xml");
  const rules = readStyles(content, 0);
  return {
    ...nothing,
    styles: declarationsIn(rules),
    pairs: pairsOf(rules),
    hasRules: rules.length > 1,
  };
}

/** The parts of the version that need a person, if the content has what they are about. */
function notChecked(
  { identity, imagery, logos }: Version,
  { blocks, pictures, hasRules }: Facts,
  unknown: ReadonlySet<string>,
) {
  const [hasText, hasPictures] = [blocks.length > 0, pictures.length > 0];
  const parts: [boolean, string, string][] = [
    [
      hasText && Object.keys(identity.persona).length > 0,
      "/identity/persona",
      "Voice, tone, dos and don'ts need a person.",
    ],
    [hasRules, "/colors/palette", "Some combinations of CSS rules need a browser."],
    [hasPictures && imagery !== undefined, "/imagery", "What a picture shows needs a person."],
    [hasPictures && logos.rules.length > 0, "/logos/rules", "Rules in sentences need a person."],
  ];
  const languages = [...unknown].sort().map((tag) => ({
    path: "/identity/persona/vocabulary",
    reason: `The brand has no vocabulary in “${tag}”.`,
  }));
  return [...parts.flatMap(([isMeant, path, reason]) => (isMeant ? [{ path, reason }] : [])), ...languages];
}

/** Of two findings that would change the same text, the first one keeps its fix. */
function inOrder(found: Found[], content: string): Checked["findings"] {
  const keyOf = ({ rule, path }: Found) => `${rule} ${path}`;
  let fixedTo = 0;
  return found
    .toSorted((one, other) => one.start - other.start || one.end - other.end || (keyOf(one) < keyOf(other) ? -1 : 1))
    .map(({ fix, ...finding }) => {
      const isFree = fix !== undefined && finding.start >= fixedTo;
      if (isFree) fixedTo = finding.end;
      return { ...finding, quote: content.slice(finding.start, finding.end), ...(isFree && { fix }) };
    });
}

/**
 * Checks a text, page, style sheet or drawing against a published version. The same input gives the same result. Takes
 * time in proportion to the content.
 */
export function checkContent(version: Version, input: CheckInput): Checked {
  const facts = read(input);
  const [names, colors, lexiconOf] = [namesOf(version), colorsOf(version), lexicons(version)];
  const tagOf = ({ language }: Block) => language ?? input.locale;
  const languageOfBlock = (block: Block) => languageOfTag(tagOf(block));
  const unknown = new Set<string>();
  const found = facts.blocks.flatMap((block) => {
    const [tag, lexicon] = [tagOf(block), lexiconOf(tagOf(block))];
    if (!lexicon && tag) unknown.add(languageOfTag(tag).slice(0, 8));
    const words = wordsOf(block.text, languageOfBlock(block));
    return [...(lexicon ? checkWords(block, words, lexicon) : []), ...checkName(block, words, names)];
  });
  const logos = checkLogos(facts, version, names, colors);
  const styles = facts.styles.filter(({ picture }) => !picture || !logos.own.has(picture));
  found.push(
    ...logos.found,
    ...checkLegal(facts, version, names, languageOfBlock),
    ...checkPalette(styles, colors),
    ...checkPairs(facts, colors, version),
    ...checkTypefaces(styles, version),
    ...checkTextSizes(styles, version),
  );
  const findings = inOrder(found, input.content);
  const omitted = Math.max(0, findings.length - CHECK_LIMITS.findings);
  return {
    findings: findings.slice(0, CHECK_LIMITS.findings),
    omitted,
    not_checked: notChecked(version, facts, unknown),
  };
}

/** The job: the version comes as its canonical JSON. */
export const checkAgainst = ({ version, input }: { version: string; input: CheckInput }): Checked =>
  checkContent(JSON.parse(version), input);
