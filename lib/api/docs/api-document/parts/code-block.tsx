import { StyleSheet, Text, View } from "@react-pdf/renderer";
import { CODE_PADDING, CODE_SIZE, COLORS, CONTENT_WIDTH, MONO, MONO_ADVANCE } from "../theme";

const own = StyleSheet.create({
  block: { backgroundColor: COLORS.panel, borderRadius: 3, paddingHorizontal: CODE_PADDING, marginBottom: 10 },
  // On the lines: a block's own padding would stay on the page, empty, if no line fits below it.
  top: { paddingTop: CODE_PADDING },
  bottom: { paddingBottom: CODE_PADDING },
  line: { fontFamily: MONO, fontSize: CODE_SIZE, lineHeight: 1.45, color: COLORS.ink },
});

const KEPT_TOGETHER = 16;

const EDGE = 6;

export const CODE_COLUMNS = Math.floor((CONTENT_WIDTH - 2 * CODE_PADDING) / (CODE_SIZE * MONO_ADVANCE));

function cutAt(text: string, width: number): number {
  const space = text.lastIndexOf(" ", width);
  return space > 0 ? space : width;
}

function wrapLine(line: string, columns: number): string[] {
  const text = line.trimStart();
  const lines: string[] = [];
  let indent = line.length - text.length;
  let rest = text;
  while (indent + rest.length > columns) {
    const cut = cutAt(rest, columns - indent);
    lines.push(`${" ".repeat(indent)}${rest.slice(0, cut)}`);
    rest = rest.slice(cut).trimStart();
    if (lines.length === 1) indent += 2;
  }
  return [...lines, `${" ".repeat(indent)}${rest}`];
}

/** Wraps long lines; continuations are indented by two more columns. */
export function wrapCode(code: string, columns = CODE_COLUMNS): string[] {
  return code.split("\n").flatMap((line) => wrapLine(line, columns));
}

function CodeLine({ line }: { line: string }) {
  const code = line.trimStart();
  const paddingLeft = (line.length - code.length) * CODE_SIZE * MONO_ADVANCE;
  return <Text style={[own.line, { paddingLeft }]}>{code === "" ? " " : code}</Text>;
}

/** A block of code. It may continue on the next page, but not by a line or two. */
export function CodeBlock({ children }: { children: string }) {
  const lines = [...wrapCode(children).entries()].map(([number, line]) => <CodeLine key={number} line={line} />);
  const isShort = lines.length <= KEPT_TOGETHER;
  return (
    <View style={own.block}>
      {isShort ? (
        <View style={[own.top, own.bottom]} wrap={false}>
          {lines}
        </View>
      ) : (
        <>
          <View style={own.top} wrap={false}>
            {lines.slice(0, EDGE)}
          </View>
          {lines.slice(EDGE, -EDGE)}
          <View style={own.bottom} wrap={false}>
            {lines.slice(-EDGE)}
          </View>
        </>
      )}
    </View>
  );
}
