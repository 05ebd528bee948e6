/**
 * Keeps zod from testing `eval`, which the content policy forbids and reports as a violation. Set by its global name,
 * because an import would load zod's core on every page.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

export {};
