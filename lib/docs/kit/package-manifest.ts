export const PACKAGE_NAME = "brand-identity-hub-contract";

/** The `package.json` of the kit. Its version is the kit's own, since a version of a package stands for its bytes. */
export const packageManifest = (version: string, document: string) => ({
  name: PACKAGE_NAME,
  version,
  description: "What a child tool of a Brand Identity Hub needs: schemas, client, bundle cache, webhooks.",
  license: "SEE LICENSE IN LICENSE",
  type: "module",
  sideEffects: false,
  main: "./dist/contract.cjs",
  module: "./dist/contract.js",
  types: "./dist/contract.d.cts",
  exports: {
    ".": {
      import: { types: "./dist/contract.d.ts", default: "./dist/contract.js" },
      require: { types: "./dist/contract.d.cts", default: "./dist/contract.cjs" },
    },
    "./package.json": "./package.json",
  },
  files: ["dist", "contract.ts"],
  peerDependencies: { zod: "^4.0.0" },
  engines: { node: ">=20" },
  /** `info.version` of the OpenAPI description that it speaks. */
  brandIdentityHub: { document },
});
