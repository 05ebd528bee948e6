/** A separate child app that its test builds, independent of the hub's build. */
export default {
  poweredByHeader: false,
  serverExternalPackages: ["node-sqlite3-wasm"],
  // The kit is imported from source, with the file names that Node expects.
  typescript: { ignoreBuildErrors: true, tsconfigPath: "tsconfig.json" },
};
