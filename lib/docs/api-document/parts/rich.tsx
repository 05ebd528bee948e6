import { Link, Text } from "@react-pdf/renderer";
import { styles } from "../theme";

const MARKS = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/;

/**
 * A line of text with the marks of the declarations: code in backticks, `**bold**` and `[label](target)`.
 * @param codeSize size of the fixed-width face in points, which looks larger than the other at the same size
 */
export function Rich({ children, codeSize = 8.5 }: { children: string; codeSize?: number }) {
  return children.split(MARKS).map((part, index) => {
    const key = `${index}${part}`;
    if (part.startsWith("`")) {
      return (
        <Text key={key} style={[styles.inlineCode, { fontSize: codeSize }]}>
          {part.slice(1, -1)}
        </Text>
      );
    }
    if (part.startsWith("**")) {
      return (
        <Text key={key} style={styles.bold}>
          {part.slice(2, -2)}
        </Text>
      );
    }
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
    if (!link) return part;
    return (
      <Link key={key} src={link[2]} style={styles.link}>
        {link[1]}
      </Link>
    );
  });
}
