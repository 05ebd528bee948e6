import { existsSync, readdirSync, readFileSync } from "node:fs";
import { parseSync } from "oxc-parser";
import { expect, it } from "vitest";

interface ExportedFunction {
  name: string;
  file: string;
  /** Each parameter as it is written. */
  parameters: string[];
  /** True where the file reads or writes tables. */
  usesTables: boolean;
}

/** The functions that a domain's server.ts exports, from the files that it names. */
function functionsOf(domain: string): ExportedFunction[] {
  const { module } = parseSync("server.ts", readFileSync(`lib/${domain}/server.ts`, "utf8"));
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, exportName, isType }) =>
      moduleRequest && exportName.name && !isType ? [{ name: exportName.name, path: moduleRequest.value }] : [],
    ),
  );
  return exported.flatMap(({ name, path }) => {
    const base = `lib/${domain}/${path.replace("./", "")}`;
    const file = [`${base}.ts`, `${base}/index.ts`].find((candidate) => existsSync(candidate)) ?? base;
    const source = readFileSync(file, "utf8");
    const { program } = parseSync(file, source);
    const declaration = program.body.flatMap((statement) =>
      statement.type === "ExportNamedDeclaration" &&
      statement.declaration?.type === "FunctionDeclaration" &&
      statement.declaration.id?.name === name
        ? [statement.declaration]
        : [],
    )[0];
    if (!declaration) return [];
    const parameters = declaration.params.map(({ start, end }) => source.slice(start, end));
    return [{ name, file, parameters, usesTables: source.includes('from "@/db/schema"') }];
  });
}

const domains = readdirSync("lib").filter((name) => existsSync(`lib/${name}/server.ts`));
const functions = domains.flatMap(functionsOf);

it("finds the verbs of every domain", () => {
  expect(functions.length).toBeGreaterThan(100);
});

it("lets no verb take a bare database, moment or service: they come with the context", () => {
  const bare = /^\w+\??: (Database|Date|FileStorage|LimitStore|Clock|WebhookUrlPolicy|SecretsOf)\b/;
  const wrong = functions.filter(
    ({ parameters, usesTables }) => usesTables && parameters.some((text) => bare.test(text)),
  );
  expect(wrong.map(({ name, file, parameters }) => `${file}: ${name}(${parameters.join(", ")})`)).toEqual([]);
});

/** What stands on a verb's first line reads as a sentence: `requirePermission(ctx, brandId, "edit")`. */
const isGuard = (name: string) => /^(require|lock)[A-Z]/.test(name);

it("gives every function that works on tables the context first, and at most one input", () => {
  const wrong = functions.filter(
    ({ name, parameters: [first = "", ...rest], usesTables }) =>
      usesTables && (!/: (Pick<)?Ctx\b/.test(first) || (rest.length > 1 && !isGuard(name))),
  );
  expect(wrong.map(({ name, file, parameters }) => `${file}: ${name}(${parameters.join(", ")})`)).toEqual([]);
});
