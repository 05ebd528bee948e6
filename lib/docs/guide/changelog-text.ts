import { paragraphs } from "./markdown";
import { readProse } from "./prose";

/** What a heading has below it, as far as the next one of its kind or above. @throws Error where there is no such heading */
function below(markdown: string, heading: string): string {
  const [marks = ""] = heading.split(" ", 1);
  const [, ...rest] = `\n${markdown}`.split(`\n${heading}\n`);
  if (rest.length === 0) throw new Error(`CHANGELOG.md has no "${heading}".`);
  const [section = ""] = rest.join("").split(new RegExp(`^#{1,${marks.length}} `, "m"));
  return section.trim();
}

/** As the pages link to one another. */
const changelog = (): string => readProse("../../CHANGELOG.md").replaceAll("](docs/api/", "](");

/** The blocks of a section but its first sentence, which is for whoever adds to it. */
const entries = (section: string): string => paragraphs(section.split("\n\n").slice(1));

/** What the API has gained since the document of 1.0.0 was published. */
export const addedText = (): string => entries(below(changelog(), "### Added since"));

/** Each version of the contract kit, newest first; the digests stay with the kit. */
export const kitVersionsText = (): string => {
  const rows = [
    ...below(changelog(), "## Contract kit").matchAll(/^\| (\d+\.\d+\.\d+) \| (.+) \| `[0-9a-f]{64}` \|$/gm),
  ];
  return ["| Kit | What changed |", `| ${"-".repeat(10)} | ${"-".repeat(90)} |`]
    .concat(rows.map(([, version, what]) => `| ${version} | ${what} |`))
    .join("\n");
};
