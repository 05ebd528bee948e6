/** The contract kit, version 1.3.1. Children copy this folder verbatim; the hub's CHANGELOG.md says what each version holds. */
export * from "./api-key-scopes";
export * from "./bundle";
export * from "./cache";
export * from "./changed-bundles";
export * from "./client";
export * from "./errors";
export * from "./events";
export * from "./identity";
export * from "./operation";
export * from "./operations";
export * from "./primitives";
export * from "./resources";
export * from "./webhooks";
