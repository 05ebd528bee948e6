import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sharedResource } from "@/tests/support/shared-resource";
import { runAtTheEdge } from "./edge";
import { COMPILERS, FORMS, type Form, PROJECTS, RUNTIMES, type Runtime } from "./matrix";
import { compile, createWorkspace, EXPECTED, fileOf, printed, type Workspace } from "./workspace";

const forms = Object.keys(FORMS) as Form[];

let workspace: Workspace;
beforeAll(async () => {
  workspace = await createWorkspace();
});
afterAll(() => workspace.close());

/** Runs a compiled project in each form. @returns its errors, or "" if all passed */
async function runAll(root: string): Promise<string> {
  const scripts = forms.map((form) => join(root, "out", fileOf(form).replace(/\.ts$/, ".js")));
  const said = await Promise.all(scripts.map((script) => printed(process.execPath, [script], root)));
  return said.filter((one) => one !== EXPECTED).join("\n");
}

describe("the contract kit compiles under every strict flag and runs", { tags: ["full"] }, () => {
  for (const project of PROJECTS)
    for (const compiler of COMPILERS)
      it(`with TypeScript ${compiler.version} and ${project.name}`, async () => {
        const root = workspace.project(`${project.name} ${compiler.version}`.replaceAll(/\W+/g, "-"), project);
        const said = (await compile(root, compiler, project)) || (await runAll(root));
        expect(said).toBe("");
      });
});

const programOf = async ({ program }: Runtime): Promise<string> =>
  program === null ? process.execPath : resolve(await sharedResource("kit-runtimes"), "node_modules", program);

describe("the published contract kit runs", { tags: ["full"] }, () => {
  for (const runtime of RUNTIMES)
    it(`as a package on ${runtime.name}`, async () => {
      const root = workspace.project(`package-${runtime.name.replaceAll(" ", "-")}`, { type: "module" });
      const script = join(root, "child.mjs");
      writeFileSync(script, workspace.javascript());
      const said = await printed(await programOf(runtime), [...runtime.arguments, script], root);
      expect(said).toBe(EXPECTED);
    });

  it("as a package loaded with require", async () => {
    const root = workspace.project("package-required", { type: "module" });
    const script = join(root, "child.cjs");
    writeFileSync(script, workspace.javascript("cjs"));
    expect(await printed(process.execPath, [script], root)).toBe(EXPECTED);
  });

  it.each(RUNTIMES.filter(({ typescript }) => typescript))(
    "as one TypeScript file on $name, which strips its types",
    async (runtime) => {
      const root = workspace.project(`one-file-${runtime.name.replaceAll(" ", "-")}`, { type: "module" });
      const script = join(root, "child.ts");
      writeFileSync(script, workspace.typescript("./single/contract.ts"));
      const said = await printed(await programOf(runtime), [...runtime.arguments, script], root);
      expect(said).toBe(EXPECTED);
    },
  );

  it.each(["one file", "package"] as const)("as %s at the edge", async (form) => {
    const root = workspace.project(`edge-${form.replace(" ", "-")}`, { type: "module" });
    const said = await runAtTheEdge(await sharedResource("kit-compilers"), join(root, fileOf(form)));
    expect(said).toBe(EXPECTED);
  });
});

describe("the contract kit with its oldest supported zod", { tags: ["full"] }, () => {
  it("compiles and runs", async () => {
    const old = await createWorkspace(resolve(await sharedResource("kit-compilers"), "node_modules/zod40"));
    try {
      const [project] = PROJECTS;
      const compiler = COMPILERS.at(-1);
      if (!project || !compiler) throw new Error("the table is empty");
      const root = old.project("oldest-zod", project);
      const said = (await compile(root, compiler, project)) || (await runAll(root));
      expect(said).toBe("");
    } finally {
      await old.close();
    }
  });
});
