import type { Import } from "./import-graph";

/** Modules of `lib` and what each uses, types included. A module uses only modules above it, so there are no cycles. */
export const MODULES = {
  contract: [],
  platform: ["contract"],
  access: ["contract", "platform"],
  content: ["contract", "platform", "access"],
  integrations: ["contract", "platform", "access"],
  publishing: ["contract", "platform", "access", "content", "integrations"],
  brands: ["contract", "platform", "access", "content", "integrations", "publishing"],
  rendering: ["contract", "platform", "access", "content", "publishing", "brands"],
  runtime: ["platform", "access", "content", "integrations", "publishing", "brands", "rendering"],
  api: ["contract", "platform", "access", "content", "integrations", "publishing", "rendering", "runtime"],
  web: ["contract", "platform", "access", "brands", "runtime", "api"],
  server: ["contract", "platform", "access", "content", "integrations", "brands", "runtime", "api", "web"],
} as const satisfies Record<string, readonly string[]>;
export type Module = keyof typeof MODULES;

/** Modules imported through `index.ts`, which browsers may load, or `server.ts`. Others are imported by file. */
export const ENTERED_BY_INDEX: readonly Module[] = [
  "access",
  "content",
  "integrations",
  "publishing",
  "brands",
  "rendering",
];

/** What a place contains, and what it can import apart from its own files and its modules. */
interface Place {
  name: string;
  holds: RegExp;
  files?: RegExp[];
  /** Imports only itself and the contract. */
  closed?: true;
  /** Files from which it can import only types. */
  types?: RegExp[];
  /** Forbidden packages, or with `only` all allowed ones. */
  packages: { never: RegExp } | { only: RegExp };
  why: string;
}

const FRAMEWORK = /^(next|next-auth|react|react-dom)(\/|$)/;
const FRAMEWORK_BUT_REACT = /^(next|next-auth|react-dom)(\/|$)/;
const DATABASE_PACKAGES = /^(drizzle-orm|pg|@electric-sql\/pglite|@vercel\/postgres)(\/|$)/;
const either = (...patterns: RegExp[]) => new RegExp(patterns.map(({ source }) => source).join("|"));
const DATABASE = /^db\//;

/** A file belongs to the first matching place. */
export const PLACES: readonly Place[] = [
  {
    name: "contract",
    holds: /^lib\/contract\//,
    closed: true,
    packages: { only: /^zod$/ },
    why: "Child tools copy it verbatim: it imports zod and itself alone.",
  },
  {
    name: "content/document",
    holds: /^lib\/content\/document\//,
    closed: true,
    packages: { only: /^zod$/ },
    why: "The shape of a brand document is shared with the database and the screens.",
  },
  {
    name: "api/docs, rendering/showcase/print",
    holds: /^lib\/(api\/docs|rendering\/showcase\/print)\//,
    packages: { never: either(FRAMEWORK_BUT_REACT, DATABASE_PACKAGES) },
    why: "React is what PDFs are written in; nothing here asks the database.",
  },
  {
    name: "api",
    holds: /^lib\/api\//,
    packages: { never: either(FRAMEWORK, DATABASE_PACKAGES) },
    why: "Request in, response out, for both mounts: nothing of Next, and the modules ask the database.",
  },
  {
    name: "web",
    holds: /^lib\/web\//,
    files: [/^db\/errors\.ts$/],
    packages: { never: DATABASE_PACKAGES },
    why: "It joins the browser's session to the modules; who may sign in, they decide.",
  },
  {
    name: "server",
    holds: /^lib\/server\//,
    files: [DATABASE, /^next\.config\.mjs$/],
    packages: { never: /^$/ },
    why: "The process and the commands start everything else.",
  },
  {
    name: "lib",
    holds: /^lib\//,
    files: [DATABASE],
    packages: { never: FRAMEWORK },
    why: "A module knows neither the web framework nor who calls it.",
  },
  {
    name: "db",
    holds: DATABASE,
    files: [/^lib\/(contract|platform|content\/document)\//],
    packages: { never: FRAMEWORK },
    why: "It stores: no rules, and nothing of the modules but the document's shape.",
  },
  {
    name: "components/ui/link",
    holds: /^components\/ui\/link\.tsx$/,
    packages: { only: /^(next\/link|react)$/ },
    why: "The one link between pages decides when they prefetch.",
  },
  {
    name: "components",
    holds: /^components\//,
    files: [
      /^lib\/contract\//,
      /^lib\/[a-z]+\/index\.ts$/,
      /^lib\/platform\/(errors|ids|text)\.ts$/,
      /^lib\/platform\/limits\/(credential-budget|wait-text)\.ts$/,
      /^app\/icon\.svg$/,
    ],
    types: [/^lib\//],
    packages: {
      never: either(/^(node:|next-auth$|next\/(headers|link|server)|sharp|pino)/, DATABASE_PACKAGES),
    },
    why: "Screens run in browsers: data and actions arrive as props, values from a module's index.ts.",
  },
  {
    name: "app",
    holds: /^(app\/|proxy\.ts$|instrumentation(-client)?\.ts$)/,
    files: [
      /^components\//,
      /^lib\/[a-z]+\/(index|server)\.ts$/,
      /^lib\/(contract|platform|runtime|api|web)\//,
      /^lib\/server\/instrumentation-node\.ts$/,
    ],
    packages: { never: either(/^next\/link$/, DATABASE_PACKAGES) },
    why: "Routes and pages declare and compose: they call a verb, never the database.",
  },
];

export const placeOf = (file: string): Place | undefined => PLACES.find(({ holds }) => holds.test(file));

export const moduleOf = (file: string): Module | null => {
  const name = /^lib\/([^/]+)\//.exec(file)?.[1];
  return name && name in MODULES ? (name as Module) : null;
};

/** The other module that an import belongs to, or null. */
export const usedModule = ({ from, to, isPackage }: Import): Module | null => {
  const used = isPackage ? null : moduleOf(to);
  return used === moduleOf(from) ? null : used;
};

const isEntry = (file: string, name: Module): boolean =>
  !ENTERED_BY_INDEX.includes(name) || /^lib\/[a-z]+\/(index|server)\.ts$/.test(file);

/** These modules get environment values as services. Only `runtime` reads the environment. */
const readsEnvironment = (own: Module, to: string): boolean =>
  ENTERED_BY_INDEX.includes(own) && to.startsWith("lib/platform/config/");

function isAllowed(place: Place, edge: Import): boolean {
  const { from, to, isPackage, typesOnly } = edge;
  if (isPackage)
    return typesOnly || ("only" in place.packages ? place.packages.only.test(to) : !place.packages.never.test(to));
  const own = moduleOf(from);
  const used = usedModule(edge);
  if (place.closed) return place.holds.test(to) || used === "contract";
  if (own && readsEnvironment(own, to)) return false;
  if (own && used) return (MODULES[own] as readonly Module[]).includes(used) && isEntry(to, used);
  const listed = [...(place.files ?? []), ...(typesOnly ? (place.types ?? []) : [])];
  return (own ? own === moduleOf(to) : place.holds.test(to)) || listed.some((pattern) => pattern.test(to));
}

/** Explains what is wrong with an import. Null if it is allowed. */
export function breachOf(edge: Import): string | null {
  const place = placeOf(edge.from);
  if (!place) return `${edge.from} has no place.`;
  const own = moduleOf(edge.from);
  if (edge.from.startsWith("lib/") && !own) return `${edge.from} is in no module.`;
  return isAllowed(place, edge) ? null : `${edge.from} imports ${edge.to}. ${place.name}: ${place.why}`;
}
