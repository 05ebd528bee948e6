// SPDX-License-Identifier: MIT
/** What an API key may be issued for. What is not asked for is refused; nothing stands for all of it. */
export const API_KEY_SCOPES = {
  "brands:read": {
    title: "Read the brand and the list of tools",
    description: "The brand's id, name, slug and version, and which tools it is entitled to.",
    byDefault: true,
  },
  "events:write": {
    title: "Send events",
    description: "Version 0 events, which the hub stores for this brand.",
    byDefault: true,
  },
  "identity:read": {
    title: "Read the brand's identity",
    description: "The compiled identity as it is published, without going through a tool.",
    byDefault: false,
  },
} as const satisfies Record<string, { title: string; description: string; byDefault: boolean }>;

export type ApiKeyScope = keyof typeof API_KEY_SCOPES;

export const ALL_API_KEY_SCOPES = Object.keys(API_KEY_SCOPES) as ApiKeyScope[];

/** What a key has unless somebody chose, and what every key had before there was a choice. */
export const DEFAULT_API_KEY_SCOPES = ALL_API_KEY_SCOPES.filter((scope) => API_KEY_SCOPES[scope].byDefault);

/**
 * What a key without the scope is answered. What every key could do from the start is a permission that this one lacks; for the rest
 * a key stays a credential of the wrong kind, which it was before there were scopes.
 */
export const refusalWithout = (scope: ApiKeyScope): "forbidden" | "unauthorized" =>
  API_KEY_SCOPES[scope].byDefault ? "forbidden" : "unauthorized";

/** What such a key is told. */
export const missingScopeMessage = (scope: ApiKeyScope): string =>
  `This API key was issued without the scope ${scope}.`;
