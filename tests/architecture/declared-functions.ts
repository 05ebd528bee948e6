import type { Program } from "oxc-parser";

/** A file's functions, declared or assigned to a constant. */
export function declaredIn({ body }: Program) {
  return body.flatMap((statement) => {
    const inner = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (inner?.type === "FunctionDeclaration" && inner.id && inner.body)
      return [{ name: inner.id.name, params: inner.params, body: inner.body }];
    if (inner?.type !== "VariableDeclaration") return [];
    return inner.declarations.flatMap(({ id, init }) =>
      id.type === "Identifier" && init?.type === "ArrowFunctionExpression"
        ? [{ name: id.name, params: init.params, body: init.body }]
        : [],
    );
  });
}

/** Names of functions that match the pattern or call a function of the file that does. */
export function namesReaching(program: Program, source: string, pattern: RegExp): Set<string> {
  const declared = declaredIn(program).map(({ name, body }) => ({ name, text: source.slice(body.start, body.end) }));
  const reaching = new Set(declared.filter(({ text }) => pattern.test(text)).map(({ name }) => name));
  for (let before = -1; before !== reaching.size; ) {
    before = reaching.size;
    for (const { name, text } of declared)
      if ([...reaching].some((reached) => text.includes(`${reached}(`))) reaching.add(name);
  }
  return reaching;
}
