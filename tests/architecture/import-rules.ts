import type { Import } from "./import-graph";

/** A room of the house: which files are in it, and what they may import. The first room that holds a file is its room. */
export interface Room {
  /** As `docs/architecture.md` calls it. */
  name: string;
  holds: RegExp;
  /** Files of the repository that it may import, beside its own. */
  files: RegExp[];
  /** Files whose types alone it may import. */
  types?: RegExp[];
  /** Packages that it must not import; or with `only`, all that it may. */
  packages: { never: RegExp } | { only: RegExp };
  why: string;
}

const KERNEL = /^lib\/kernel\//;
const CONTRACT = /^lib\/contract\//;
const DOCUMENT = /^lib\/brand-document\//;
const CONFIG = /^lib\/config\//;
/** Every folder of lib that no other room claims is a domain. */
const NO_DOMAIN = "(?!contract/|kernel/|brand-document/|config/|actions/|hub/|http/|auth/|server/|cli/)";
const DOMAIN = new RegExp(`^lib/${NO_DOMAIN}[^/]+/`);
const DOMAIN_INDEX = new RegExp(`^lib/${NO_DOMAIN}[^/]+/index\\.ts$`);
const DOMAIN_ENTRY = new RegExp(`^lib/${NO_DOMAIN}[^/]+/(index|server)\\.ts$`);
const DATABASE = /^db\//;
const LIB = /^lib\//;

const FRAMEWORK = /^(next|next-auth|react|react-dom)(\/|$)/;
const DATABASE_PACKAGES = /^(drizzle-orm|pg|@electric-sql\/pglite|@vercel\/postgres)(\/|$)/;
const NOTHING = /^$/;

export const ROOMS: readonly Room[] = [
  {
    name: "lib/contract",
    holds: CONTRACT,
    files: [],
    packages: { only: /^zod$/ },
    why: "Child tools copy it verbatim: it imports zod and itself alone.",
  },
  {
    name: "lib/platform",
    holds: KERNEL,
    files: [CONTRACT],
    types: [DATABASE, DOMAIN_INDEX],
    packages: { never: FRAMEWORK },
    why: "Everything stands on the kernel, so it stands on nothing but the contract.",
  },
  {
    name: "lib/content/document",
    holds: DOCUMENT,
    files: [CONTRACT],
    packages: { only: /^zod$/ },
    why: "The document's shape is shared by the database, the domains and the screens.",
  },
  {
    name: "lib/platform/config",
    holds: CONFIG,
    files: [KERNEL, CONTRACT],
    packages: { never: FRAMEWORK },
    why: "The one place that reads the environment.",
  },
  {
    name: "lib/web/actions",
    holds: /^lib\/actions\//,
    files: [KERNEL, CONTRACT, /^db\/errors\.ts$/, /^lib\/http\/envelope\.ts$/],
    packages: { never: /^(next-auth|react|react-dom|drizzle-orm|pg)(\/|$)/ },
    why: "What a server action or a page's route answers: Next's control flow, the kernel's errors and the envelope.",
  },
  {
    name: "lib/runtime",
    holds: /^lib\/hub\//,
    files: [KERNEL, CONTRACT, CONFIG, DOMAIN_ENTRY, DATABASE],
    packages: { never: FRAMEWORK },
    why: "It puts a running hub together from the domains.",
  },
  {
    name: "lib/api",
    holds: /^lib\/http\//,
    files: [KERNEL, CONTRACT, CONFIG, DOMAIN_ENTRY, /^lib\/hub\//],
    packages: { never: new RegExp(`${FRAMEWORK.source}|${DATABASE_PACKAGES.source}`) },
    why: "Request in, Response out, for both mounts: nothing of Next, and the domain asks the database.",
  },
  {
    name: "lib/web/auth",
    holds: /^lib\/auth\//,
    files: [KERNEL, CONTRACT, CONFIG, DOMAIN_ENTRY, /^lib\/hub\//, /^lib\/http\//],
    packages: { never: DATABASE_PACKAGES },
    why: "It joins the browser's session to the domain; who may sign in, the domain decides.",
  },
  {
    name: "lib/server, lib/server/cli",
    holds: /^lib\/(server|cli)\//,
    files: [LIB, DATABASE, /^next\.config\.mjs$/],
    packages: { never: NOTHING },
    why: "The process and the commands start everything else.",
  },
  {
    name: "lib/api/docs",
    holds: /^lib\/docs\//,
    files: [KERNEL, CONTRACT, DOCUMENT, DOMAIN_ENTRY],
    packages: { never: new RegExp(`^(next|next-auth|react-dom)(/|$)|${DATABASE_PACKAGES.source}`) },
    why: "Documents are made from the contract; React is what the PDF is written in.",
  },
  {
    name: "lib/rendering/showcase/print",
    holds: /^lib\/showcase\/print\//,
    files: [KERNEL, CONTRACT, DOCUMENT, DOMAIN_ENTRY, /^lib\/showcase\//],
    packages: { never: new RegExp(`^(next|next-auth|react-dom)(/|$)|${DATABASE_PACKAGES.source}`) },
    why: "What is printed is drawn like the rest of the showcase; React is what PDFs are written in.",
  },
  {
    name: "lib/<domain>",
    holds: DOMAIN,
    files: [KERNEL, CONTRACT, DOCUMENT, DOMAIN_ENTRY, DATABASE],
    packages: { never: FRAMEWORK },
    why: "The domain knows neither the web framework nor the environment nor who calls it, and enters other domains by index.ts or server.ts.",
  },
  {
    name: "db",
    holds: DATABASE,
    files: [KERNEL, CONTRACT, DOCUMENT],
    packages: { never: FRAMEWORK },
    why: "It stores: no rules, and nothing of the domains.",
  },
  {
    name: "components",
    holds: /^components\//,
    files: [
      CONTRACT,
      DOCUMENT,
      DOMAIN_INDEX,
      /^lib\/kernel\/(counted|errors|ids|isolated|one-of|storable-text|size-limit-text|size-text|web-address)\.ts$/,
      /^app\/icon\.svg$/,
    ],
    types: [LIB],
    packages: {
      never: new RegExp(`^(node:|next-auth$|next\\/(headers|server)|sharp|pino)|${DATABASE_PACKAGES.source}`),
    },
    why: "Screens run in browsers: data and actions arrive as props, values from a domain's browser-safe index.ts.",
  },
  {
    name: "app",
    holds: /^(app\/|proxy\.ts$|instrumentation(-client)?\.ts$)/,
    files: [
      /^components\//,
      KERNEL,
      CONTRACT,
      DOCUMENT,
      CONFIG,
      DOMAIN_ENTRY,
      /^lib\/(actions|hub|http|auth)\//,
      /^lib\/server\/instrumentation-node\.ts$/,
    ],
    packages: { never: DATABASE_PACKAGES },
    why: "Routes and pages declare and compose: they call a verb, never the database.",
  },
];

/** The room of a file, or undefined for one that lies in none. */
export const roomOf = (file: string): Room | undefined => ROOMS.find(({ holds }) => holds.test(file));

const domainOf = (file: string): string => file.split("/").slice(0, 2).join("/");

function isAllowed(room: Room, { from, to, isPackage, typesOnly }: Import): boolean {
  if (isPackage)
    return typesOnly || ("only" in room.packages ? room.packages.only.test(to) : !room.packages.never.test(to));
  const own = room.name === "lib/<domain>" ? domainOf(from) === domainOf(to) : room.holds.test(to);
  return own || [...room.files, ...(typesOnly ? (room.types ?? []) : [])].some((pattern) => pattern.test(to));
}

/** What is wrong with an import, as a sentence, or null. */
export function breachOf(edge: Import): string | null {
  const room = roomOf(edge.from);
  if (!room) return `${edge.from} lies in no room of the house.`;
  return isAllowed(room, edge) ? null : `${edge.from} imports ${edge.to}. ${room.name}: ${room.why}`;
}
