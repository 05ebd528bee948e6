import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromMaker } from "@/tests/support/from-maker";
import { inForm } from "@/tests/support/in-form";
import { runAtTheEdge } from "./edge";
import { COMPILERS, FORMS, type Form, PROJECTS, RUNTIMES, type Runtime } from "./matrix";
import { compile, createWorkspace, EXPECTED, fileOf, printed, type Workspace } from "./workspace";

const chosen = <Row extends { inShort: boolean }>(rows: readonly Row[]) =>
  inForm({ short: rows.filter(({ inShort }) => inShort), full: rows });
const forms = Object.keys(FORMS) as Form[];

let compilers: string;
let runtimes: string;
let workspace: Workspace;
beforeAll(async () => {
  compilers = resolve(await fromMaker("kit-compilers"));
  const runtimesOf = inForm({ short: async () => "", full: () => fromMaker("kit-runtimes") });
  runtimes = resolve(await runtimesOf());
  workspace = await createWorkspace();
});
afterAll(() => workspace.close());

/** Runs what a project was compiled to, in each form. @returns what went wrong: nothing where all of it holds */
async function runAll(root: string): Promise<string> {
  const scripts = forms.map((form) => join(root, "out", fileOf(form).replace(/\.ts$/, ".js")));
  const said = await Promise.all(scripts.map((script) => printed(process.execPath, [script], root)));
  return said.filter((one) => one !== EXPECTED).join("\n");
}

describe("the contract kit compiles under every strict flag, and what it becomes runs", () => {
  const cells = chosen(PROJECTS).flatMap((project) => chosen(COMPILERS).map((compiler) => ({ project, compiler })));

  it.each(cells)("with TypeScript $compiler.version and $project.name", async ({ project, compiler }) => {
    const root = workspace.project(`${project.name} ${compiler.version}`.replaceAll(/\W+/g, "-"), project);
    const said = compile(root, compiler, project, compilers) || (await runAll(root));
    expect(said).toBe("");
  });
});

const programOf = ({ program }: Runtime): string =>
  program === null ? process.execPath : join(runtimes, "node_modules", program);

describe("the contract kit runs as it is given away", () => {
  it.each(chosen(RUNTIMES))("as a package on $name", async (runtime) => {
    const root = workspace.project(`package-${runtime.name.replaceAll(" ", "-")}`, { type: "module" });
    const script = join(root, "child.mjs");
    writeFileSync(script, workspace.javascript());
    const said = await printed(programOf(runtime), [...runtime.arguments, script], root);
    expect(said).toBe(EXPECTED);
  });

  it.each(chosen(RUNTIMES).filter(({ typescript }) => typescript))(
    "as one TypeScript file on $name, which strips its types",
    async (runtime) => {
      const root = workspace.project(`one-file-${runtime.name.replaceAll(" ", "-")}`, { type: "module" });
      const script = join(root, "child.ts");
      writeFileSync(script, workspace.typescript("./single/contract.ts"));
      const said = await printed(programOf(runtime), [...runtime.arguments, script], root);
      expect(said).toBe(EXPECTED);
    },
  );

  it.each(["one file", "package"] as const)("as %s at the edge", async (form) => {
    const root = workspace.project(`edge-${form.replace(" ", "-")}`, { type: "module" });
    const said = await runAtTheEdge(compilers, join(root, fileOf(form)));
    expect(said).toBe(EXPECTED);
  });
});

describe("the contract kit with the oldest zod that it takes", () => {
  it("compiles and runs", async () => {
    const old = await createWorkspace(join(compilers, "node_modules/zod40"));
    try {
      const [project] = PROJECTS;
      const compiler = COMPILERS.at(-1);
      if (!project || !compiler) throw new Error("the table is empty");
      const root = old.project("oldest-zod", project);
      const said = compile(root, compiler, project, compilers) || (await runAll(root));
      expect(said).toBe("");
    } finally {
      await old.close();
    }
  });
});
