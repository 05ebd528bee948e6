import { COLOR_LIMITS, DOCUMENT_LIMITS, FOUNDATION_LIMITS, TYPOGRAPHY_LIMITS } from "@/lib/content";
import {
  CHANGED_PARTS,
  CHECK_LIMITS,
  FONT_ROLES,
  FOUNDATION_GROUPS,
  MAX_BATCH_EVENTS,
  MAX_BRANDS_ASKED,
  MAX_BRANDS_LISTED,
  MAX_EVENT_BYTES,
  MAX_VERSIONS_LISTED,
  operations,
  SLUG_PATTERN,
} from "@/lib/contract";
import { TOOL_LIMITS } from "@/lib/integrations";
import { MAX_MESSAGE_LENGTH } from "@/lib/platform/errors";

interface Size {
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
}

/** PostgreSQL can't store NUL. */
export const NO_NUL = "^[^\\x00]*$";

const ID = { maxLength: 36 };
/** Type and subtype of 127 characters each (RFC 6838, 4.2). */
const MIME = { maxLength: 255, pattern: "^[!-~]+$" };
const SIGNED_URL = { maxLength: 4096 };
const TOKEN = { maxLength: 8192, pattern: "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+){2}$" };
const LABEL = { maxLength: DOCUMENT_LIMITS.label };
const PROSE = { maxLength: DOCUMENT_LIMITS.prose };
const BRAND_NAME = { maxLength: DOCUMENT_LIMITS.brandName };
const FAMILY = { maxLength: TYPOGRAPHY_LIMITS.name };
const SCRIPT = { maxLength: 4, pattern: "^[A-Z][a-z]{3}$" };
const FEATURE = { maxLength: 4, pattern: "^[A-Za-z0-9]{4}$" };
const DAY = { maxLength: 10, pattern: "^\\d{4}-\\d{2}-\\d{2}$" };
const TOKEN_NAME = { maxLength: FOUNDATION_LIMITS.name, pattern: SLUG_PATTERN.source };
const AS_SENT = { pattern: NO_NUL };
const BUNDLE = {
  assets: { maxItems: DOCUMENT_LIMITS.assets },
  logo_rules: { maxItems: DOCUMENT_LIMITS.logos },
  fonts: { maxItems: TYPOGRAPHY_LIMITS.fonts },
  "colors.palette": { maxItems: DOCUMENT_LIMITS.colors },
  "colors.scales": { maxItems: DOCUMENT_LIMITS.colors },
  "colors.print": { maxItems: DOCUMENT_LIMITS.colors },
  "colors.dark": { maxItems: DOCUMENT_LIMITS.colors },
  "colors.gradients": { maxItems: COLOR_LIMITS.gradients },
  color_rules: { maxItems: COLOR_LIMITS.rules },
  "logos.items": { maxItems: DOCUMENT_LIMITS.logos },
  "logos.rules": { maxItems: DOCUMENT_LIMITS.logoRules },
  "logos.rules[]": PROSE,
};

/**
 * Sizes of what the hub sends and accepts, by schema id and field path, where the contract's schema has none. Only
 * the hub's description has them: schemas that children copy accept any size, so that limits can grow.
 */
export const SIZES: Readonly<Record<string, Readonly<Record<string, Size>>>> = {
  AssetEntry: { id: ID, name: LABEL, url: SIGNED_URL, mime: MIME },
  BrandBundleSchema: BUNDLE,
  BrandListEntry: { name: BRAND_NAME },
  BrandSummary: { name: BRAND_NAME },
  BrandVersion: BUNDLE,
  CheckFinding: {
    rule: { maxLength: 40 },
    path: { maxLength: 300 },
    quote: { maxLength: CHECK_LIMITS.bytes },
    message: { maxLength: CHECK_LIMITS.bytes },
    fix: { maxLength: CHECK_LIMITS.bytes },
  },
  CheckResult: { findings: { maxItems: CHECK_LIMITS.findings }, not_checked: { maxItems: 100 } },
  UncheckedPart: { path: { maxLength: 300 }, reason: { maxLength: 300 } },
  ChangedBundles: {
    changed: { maxItems: MAX_BRANDS_ASKED },
    forbidden: { maxItems: MAX_BRANDS_ASKED },
    not_found: { maxItems: MAX_BRANDS_ASKED },
  },
  ColorEntry: { id: ID, name: LABEL, usage: PROSE },
  ColorPrint: { color: ID, pantone: { maxLength: COLOR_LIMITS.pantone } },
  ColorRule: {
    id: ID,
    color: ID,
    allowed_on: { maxItems: DOCUMENT_LIMITS.colors },
    "allowed_on[]": ID,
    forbidden_on: { maxItems: DOCUMENT_LIMITS.colors },
    "forbidden_on[]": ID,
    never_pair_with: { maxItems: DOCUMENT_LIMITS.colors },
    "never_pair_with[]": ID,
    reason: { maxLength: COLOR_LIMITS.reason },
  },
  ColorScale: { color: ID },
  DarkColor: { color: ID },
  Deliveries: {
    deliveries: { maxItems: TOOL_LIMITS.deliveriesPerPage },
    "deliveries[].headers": { maxItems: 50 },
    "deliveries[].headers[].name": { maxLength: 100 },
    "deliveries[].headers[].value": { maxLength: 4096 },
    "deliveries[].body": { maxLength: 2 * MAX_EVENT_BYTES },
  },
  ErrorEnvelope: { "error.message": { maxLength: MAX_MESSAGE_LENGTH } },
  Event: { trace_id: AS_SENT },
  EventBatchAccepted: { results: { maxItems: MAX_BATCH_EVENTS } },
  ExchangeRequest: { token: { maxLength: operations.exchangeFederationToken.body.limitBytes } },
  FederationToken: { token: TOKEN },
  FontEntry: {
    id: ID,
    family: FAMILY,
    roles: { maxItems: FONT_ROLES.length },
    files: { maxItems: TYPOGRAPHY_LIMITS.files },
    scripts: { maxItems: TYPOGRAPHY_LIMITS.scripts },
    "scripts[]": SCRIPT,
    fallbacks: { maxItems: TYPOGRAPHY_LIMITS.fallbacks },
    "fallbacks[]": FAMILY,
    opentype_features: { maxItems: TYPOGRAPHY_LIMITS.features },
    "opentype_features[]": FEATURE,
  },
  FontFile: { asset_id: ID, mime: MIME, url: SIGNED_URL },
  FontLicense: {
    holder: { maxLength: TYPOGRAPHY_LIMITS.text },
    uses: { maxItems: TYPOGRAPHY_LIMITS.uses },
    "uses[]": { maxLength: TYPOGRAPHY_LIMITS.name },
    url: { maxLength: TYPOGRAPHY_LIMITS.text },
    expires_on: DAY,
  },
  FontMetrics: { local: FAMILY },
  Foundations: Object.fromEntries(FOUNDATION_GROUPS.map((group) => [`${group}{}`, TOKEN_NAME])),
  Gradient: { id: ID, name: { maxLength: COLOR_LIMITS.name }, stops: { maxItems: COLOR_LIMITS.stops } },
  GradientStop: { palette_color: ID },
  IdentityUpdated: { changed: { maxItems: CHANGED_PARTS.length } },
  ListedVersion: { changed: { maxItems: CHANGED_PARTS.length } },
  LogoItem: { id: ID, label: LABEL, usage: PROSE, clear_space: PROSE, asset_id: ID, url: SIGNED_URL, mime: MIME },
  LooseEvent: { type: AS_SENT },
  ProofResponse: { proof: TOKEN },
  RelayedEvent: { type: { maxLength: 100, ...AS_SENT }, trace_id: { maxLength: 128, ...AS_SENT } },
  TextStyle: { fontFamily: { maxItems: TYPOGRAPHY_LIMITS.fallbacks + 2 }, "fontFamily[]": FAMILY },
  ShadowToken: { $value: { maxItems: FOUNDATION_LIMITS.layers } },
  TokenColor: { colorSpace: { maxLength: 12 } },
  Tool: { name: { maxLength: TOOL_LIMITS.name } },
  ToolBrand: { name: BRAND_NAME },
  ToolBrands: { brands: { maxItems: MAX_BRANDS_LISTED }, next: { maxLength: 100, pattern: "^[\\w-]+$" } },
  VersionFont: { files: { maxItems: TYPOGRAPHY_LIMITS.files } },
  VersionList: { versions: { maxItems: MAX_VERSIONS_LISTED } },
};
