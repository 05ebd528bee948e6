import { Link, Text } from "@react-pdf/renderer";
import { type Inline, sectionOf } from "../../guide/read-page";
import { styles } from "../theme";

/** A page's link as a target in the PDF: `webhooks.md#headers` becomes `#webhooks-headers`. URLs stay. */
export function linkTarget(href: string): string {
  const target = sectionOf(href);
  if (!target) return href;
  const chapter = target.page.replace(/^operations-.+/, "operations");
  return target.section ? `#${chapter}-${target.section}` : `#${chapter}`;
}

function Mark({ part, codeSize }: { part: Inline; codeSize: number }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return <Text style={[styles.inlineCode, { fontSize: codeSize }]}>{part.text}</Text>;
    case "strong":
      return <Text style={styles.bold}>{part.text}</Text>;
    case "link":
      return (
        <Link src={linkTarget(part.href)} style={styles.link}>
          {part.text}
        </Link>
      );
  }
}

/**
 * Text with code, bold words and links.
 * @param codeSize in points; code looks larger than text of the same size
 */
export const Rich = ({ children, codeSize = 8.5 }: { children: readonly Inline[]; codeSize?: number }) =>
  [...children.entries()].map(([key, part]) => <Mark key={key} part={part} codeSize={codeSize} />);
