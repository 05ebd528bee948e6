export const PACKAGE_NAME = "brand-identity-hub-contract";

interface About {
  /** The kit's own, since a version of a package stands for its bytes. */
  version: string;
  /** `info.version` of the OpenAPI description that it speaks. */
  document: string;
  /** What is imported by a name of its own, such as `sqlite-store`. */
  entries: readonly string[];
}

const conditions = (name: string) => ({
  import: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
  require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
});

/** The `package.json` of the kit. */
export const packageManifest = ({ version, document, entries }: About) => ({
  name: PACKAGE_NAME,
  version,
  description: "What a child tool of a Brand Identity Hub needs: schemas, client, bundle cache, webhooks.",
  license: "SEE LICENSE IN LICENSE",
  type: "module",
  sideEffects: false,
  main: "./dist/contract.cjs",
  types: "./dist/contract.d.cts",
  exports: {
    ".": conditions("contract"),
    ...Object.fromEntries(entries.map((name) => [`./${name}`, conditions(name)])),
    "./package.json": "./package.json",
  },
  files: ["dist", "contract.ts"],
  peerDependencies: { zod: "^4.0.0" },
  engines: { node: ">=20" },
  brandIdentityHub: { document },
});
