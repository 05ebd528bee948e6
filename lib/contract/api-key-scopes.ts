// SPDX-License-Identifier: MIT
/** The scopes of an API key. No scope includes another. */
export const API_KEY_SCOPES = {
  "brands:read": {
    title: "Read the brand and the list of tools",
    description: "Reads the brand's ID, name, slug and version, and which tools it can use.",
    byDefault: true,
  },
  "events:write": {
    title: "Send events",
    description: "Sends version 0 events for this brand.",
    byDefault: true,
  },
  "identity:read": {
    title: "Read the brand's identity",
    description: "Reads the published identity directly, without a tool's credentials.",
    byDefault: false,
  },
  "agents:read": {
    title: "Read by AI agents",
    description: "Reads the brand's published versions through MCP.",
    byDefault: false,
  },
} as const satisfies Record<string, { title: string; description: string; byDefault: boolean }>;

export type ApiKeyScope = keyof typeof API_KEY_SCOPES;

export const ALL_API_KEY_SCOPES = Object.keys(API_KEY_SCOPES) as ApiKeyScope[];

/** Default scopes of a new key. Keys from before scopes existed have them too. */
export const DEFAULT_API_KEY_SCOPES = ALL_API_KEY_SCOPES.filter((scope) => API_KEY_SCOPES[scope].byDefault);

/**
 * Error code for a key without this scope. Operations open to keys before scopes existed answer `forbidden`. Later
 * ones answer `unauthorized`, as they did then.
 */
export const refusalWithout = (scope: ApiKeyScope): "forbidden" | "unauthorized" =>
  API_KEY_SCOPES[scope].byDefault ? "forbidden" : "unauthorized";

export const missingScopeMessage = (scope: ApiKeyScope): string =>
  `This API key was issued without the scope ${scope}.`;
