/** A child of its own beside the hub, built by the test that runs it; nothing of the hub's build. */
export default {
  poweredByHeader: false,
  serverExternalPackages: ["node-sqlite3-wasm"],
  // The kit is read from its sources, which name their files as Node asks for.
  typescript: { ignoreBuildErrors: true, tsconfigPath: "tsconfig.json" },
};
