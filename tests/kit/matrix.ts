/** A compiler by major and minor version. `null` is the hub's own. */
export interface Compiler {
  version: string;
  /** Package in `tests/kit/compilers`. */
  package: string | null;
  /** Flags that this version supports. */
  knows: { erasableSyntaxOnly: boolean };
}

/** From the oldest supported to the newest. */
export const COMPILERS: readonly Compiler[] = [
  { version: "5.5", package: "typescript55", knows: { erasableSyntaxOnly: false } },
  { version: "5.7", package: "typescript57", knows: { erasableSyntaxOnly: false } },
  { version: "5.9", package: "typescript59", knows: { erasableSyntaxOnly: true } },
  { version: "6.0", package: "typescript60", knows: { erasableSyntaxOnly: true } },
  { version: "7.0", package: null, knows: { erasableSyntaxOnly: true } },
];

/** Module settings of a project, and its types of `fetch`. */
export interface Project {
  name: string;
  module: string;
  moduleResolution: string;
  /** `type` of its package.json. */
  type: "module" | "commonjs";
  globals: "dom" | "node";
}

export const PROJECTS: readonly Project[] = [
  {
    name: "bundler, ESM",
    module: "esnext",
    moduleResolution: "bundler",
    type: "module",
    globals: "dom",
  },
  {
    name: "node16, ESM",
    module: "node16",
    moduleResolution: "node16",
    type: "module",
    globals: "node",
  },
  {
    name: "node16, CommonJS",
    module: "node16",
    moduleResolution: "node16",
    type: "commonjs",
    globals: "node",
  },
  {
    name: "nodenext, ESM",
    module: "nodenext",
    moduleResolution: "nodenext",
    type: "module",
    globals: "dom",
  },
  {
    name: "nodenext, CommonJS",
    module: "nodenext",
    moduleResolution: "nodenext",
    type: "commonjs",
    globals: "node",
  },
];

/** Forms of the kit, by import. */
export const FORMS = {
  folder: "./contract/index.js",
  "one file": "./single/contract.js",
  package: "brand-identity-hub-contract",
} as const;
export type Form = keyof typeof FORMS;

/** `strict` and every stricter flag. */
export const strictest = ({ knows }: Compiler, { type }: Project) => ({
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  allowUnusedLabels: false,
  forceConsistentCasingInFileNames: true,
  isolatedModules: true,
  // The flag forbids `import` in a file that compiles to CommonJS.
  verbatimModuleSyntax: type === "module",
  ...(knows.erasableSyntaxOnly && { erasableSyntaxOnly: true }),
});

/** A runtime and its arguments. The program is in `tests/kit/runtimes` or the compilers' folder. */
export interface Runtime {
  name: string;
  program: string | null;
  arguments: readonly string[];
  /** Runs TypeScript directly. */
  typescript: boolean;
}

export const RUNTIMES: readonly Runtime[] = [
  { name: "Node of the hub", program: null, arguments: [], typescript: false },
  { name: "Node 20", program: "node20/bin/node", arguments: [], typescript: false },
  { name: "Node 22", program: "node22/bin/node", arguments: ["--no-warnings"], typescript: true },
  { name: "Node 24", program: "node24/bin/node", arguments: ["--no-warnings"], typescript: true },
  { name: "Bun", program: "@oven/bun-linux-x64/bin/bun", arguments: ["run"], typescript: true },
  {
    name: "Deno",
    program: "@deno/linux-x64-glibc/deno",
    arguments: ["run", "--allow-net", "--no-lock", "--node-modules-dir=manual", "--quiet"],
    typescript: true,
  },
];
