// SPDX-License-Identifier: MIT
// Without a schema, so that a page can show and offer them without loading what checks them.

export const COLOR_ROLES = [
  "primary",
  "secondary",
  "accent",
  "neutral",
  "background",
  "text",
  "success",
  "warning",
  "danger",
] as const;

/** The steps of a colour's tints and shades, from the lightest to the darkest. */
export const SCALE_STEPS = ["50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950"] as const;

export const GRADIENT_KINDS = ["linear", "radial", "conic"] as const;

/** How binding a rule is, as in RFC 2119. */
export const RULE_SEVERITIES = ["must", "should"] as const;

export const COLOR_SOURCES = ["generated", "extracted", "manual", "imported"] as const;

export const LOGO_VARIANTS = ["logo_positive", "logo_negative", "symbol", "wordmark", "favicon", "other"] as const;

export const LOGO_BACKGROUNDS = ["light", "dark", "any"] as const;

export const ASSET_KINDS = [
  "image",
  "icon",
  "pattern",
  "illustration",
  "font",
  "template",
  "document",
  "video",
  "audio",
  "other",
] as const;

/** Longest string, longest list and largest compiled identity that a hub publishes (characters, entries, bytes). */
export const IDENTITY_LIMITS = { stringLength: 2000, listLength: 20, totalBytes: 65_536 } as const;

/** The twelve brand archetypes (Mark and Pearson, 2001). */
export const ARCHETYPES = [
  "innocent",
  "sage",
  "explorer",
  "outlaw",
  "magician",
  "hero",
  "lover",
  "jester",
  "everyman",
  "caregiver",
  "ruler",
  "creator",
] as const;

/** The five dimensions of brand personality, each 1 (hardly) to 5 (strongly) (Aaker, 1997). */
export const PERSONALITY_DIMENSIONS = [
  "sincerity",
  "excitement",
  "competence",
  "sophistication",
  "ruggedness",
] as const;

/** The four tone-of-voice axes, each −2 to 2 (Nielsen Norman Group). */
export const TONE_AXES = ["formality", "humor", "irreverence", "enthusiasm"] as const;

/** What a typeface of a brand is for. */
export const FONT_ROLES = ["heading", "body", "mono"] as const;

/** The text styles of a brand, from the loudest to the smallest. */
export const TEXT_STYLES = ["display", "heading", "subheading", "body", "caption", "label", "cta"] as const;

export const FONT_STYLES = ["normal", "italic", "oblique"] as const;

export const LENGTH_UNITS = ["px", "rem"] as const;

/** What foundations are of, each a group of DTCG tokens; motion is the last three. */
export const FOUNDATION_GROUPS = ["spacing", "radius", "border", "shadow", "duration", "easing", "transition"] as const;

export const BORDER_STYLES = ["solid", "dashed", "dotted", "double"] as const;
export const DURATION_UNITS = ["ms", "s"] as const;

/** What direction for pictures is about. */
export const IMAGERY_KINDS = ["photo", "illustration", "icon"] as const;

export const ICON_STYLES = ["outline", "filled", "duotone"] as const;

/** Examples of a list, and the largest measures of icons. */
export const IMAGERY_LIMITS = { examples: 12, gridPx: 512, strokePx: 64 } as const;

/** What the clear space of a logo is measured by. */
export const CLEAR_SPACE_MEASURES = ["logo_height", "symbol_height"] as const;

/** The largest figures in rules of logos. */
export const LOGO_RULE_LIMITS = { px: 10_000, mm: 10_000, share: 5, colors: 60 } as const;

export const ROLES = ["owner", "admin", "editor", "viewer"] as const;

export const TOOL_STATUSES = ["active", "beta", "maintenance", "deprecated", "disabled"] as const;

/** The six stable codes of the error envelope with their HTTP status (the hub's docs/specification.md, Errors). */
export const ERROR_STATUS = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  rate_limited: 429,
  server_error: 500,
} as const;

export const CHANGED_PARTS = ["identity", "colors", "logos", "assets", "brand"] as const;

export const SLUG_MAX_LENGTH = 64;
/** Lower-case words joined by single hyphens: no `_` and no `--`, so that the environment form is unique. */
export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;
