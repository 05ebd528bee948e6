// SPDX-License-Identifier: MIT
// No schemas here, so pages can list these values without loading zod.

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

/** From lightest to darkest. */
export const SCALE_STEPS = ["50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950"] as const;

export const GRADIENT_KINDS = ["linear", "radial", "conic"] as const;

/** As in RFC 2119. */
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

/** Limits of a published identity: characters per string, entries per list, bytes in all. */
export const IDENTITY_LIMITS = { stringLength: 2000, listLength: 20, totalBytes: 65_536 } as const;

/** The twelve archetypes of Mark and Pearson (2001). */
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

/** Aaker's dimensions (1997), each from 1 (hardly) to 5 (strongly). */
export const PERSONALITY_DIMENSIONS = [
  "sincerity",
  "excitement",
  "competence",
  "sophistication",
  "ruggedness",
] as const;

/** Nielsen Norman Group's tone axes, each from −2 to 2. */
export const TONE_AXES = ["formality", "humor", "irreverence", "enthusiasm"] as const;

export const FONT_ROLES = ["heading", "body", "mono"] as const;

/** From largest to smallest. */
export const TEXT_STYLES = ["display", "heading", "subheading", "body", "caption", "label", "cta"] as const;

export const FONT_STYLES = ["normal", "italic", "oblique"] as const;

export const LENGTH_UNITS = ["px", "rem"] as const;

/** Groups of DTCG tokens. The last three are motion. */
export const FOUNDATION_GROUPS = ["spacing", "radius", "border", "shadow", "duration", "easing", "transition"] as const;

export const BORDER_STYLES = ["solid", "dashed", "dotted", "double"] as const;
export const DURATION_UNITS = ["ms", "s"] as const;

export const IMAGERY_KINDS = ["photo", "illustration", "icon"] as const;

export const ICON_STYLES = ["outline", "filled", "duotone"] as const;

/** Entries per list, and maximum icon sizes in pixels. */
export const IMAGERY_LIMITS = { examples: 12, gridPx: 512, strokePx: 64 } as const;

export const CLEAR_SPACE_MEASURES = ["logo_height", "symbol_height"] as const;

export const LOGO_RULE_LIMITS = { px: 10_000, mm: 10_000, share: 5, colors: 60 } as const;

/** Formats of a version, as in `/versions/7/tokens.css`. */
export const VERSION_FORMATS = [
  "tokens.json",
  "resolver.json",
  "tokens.css",
  "tokens.scss",
  "tailwind.css",
  "figma-light.json",
  "figma-dark.json",
  "ios.swift",
  "android.xml",
  "android-night.xml",
  "brand.json",
  "brand.md",
  "identity.md",
] as const;

/** What a model does with a brand's context. */
export const CONTEXT_TASKS = ["write", "design", "code", "review"] as const;
export type ContextTask = (typeof CONTEXT_TASKS)[number];

/** Budget of a context, as o200k and cl100k count. */
export const CONTEXT_TOKENS = { min: 300, usual: 2000, max: 8000 } as const;

/** What content can be checked as. */
export const CHECK_MEDIA_TYPES = ["text/plain", "text/markdown", "text/html", "text/css", "image/svg+xml"] as const;

export const CHECK_LIMITS = { bytes: 65_536, findings: 1000 } as const;

export const ROLES = ["owner", "admin", "editor", "viewer"] as const;

export const TOOL_STATUSES = ["active", "beta", "maintenance", "deprecated", "disabled"] as const;

/** Error codes and their HTTP statuses (docs/specification.md, Errors). */
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
/** Without `_` and `--` the environment form is unique. */
export const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/;
