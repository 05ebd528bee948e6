/** The contract kit, version 1.4.0. Children copy this folder verbatim; the hub's CHANGELOG.md says what each version holds. */
export * from "./api-key-scopes.js";
export * from "./bundle.js";
export * from "./cache.js";
export * from "./changed-bundles.js";
export * from "./client.js";
export * from "./errors.js";
export * from "./events.js";
export * from "./identity.js";
export * from "./open.js";
export * from "./operation.js";
export * from "./operations.js";
export * from "./primitives.js";
export * from "./resources.js";
export * from "./typography.js";
export * from "./webhooks.js";
