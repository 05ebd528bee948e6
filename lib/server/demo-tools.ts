import type { DEMO_BRAND_SLUGS } from "@/db/demo/load-demo-brands";
import type { ToolStatus } from "@/lib/contract";
import { DEMO_TOOL_PORT } from "@/lib/deliveries";
import { hasNpm, usageOf } from "@/lib/kernel/usage-of";

export interface DemoTool {
  slug: string;
  name: string;
  description: string;
  status: ToolStatus;
  webhookUrl: string | null;
  connectUrl: string | null;
  initiateLoginUrl: string | null;
  eventPatterns: string[];
  /** Slugs of the demo brands that may use it. */
  entitled: (typeof DEMO_BRAND_SLUGS)[number][];
}

/** Where `npm run child` listens. */
const CHILD = `http://localhost:${DEMO_TOOL_PORT}`;

/** The demo's tools: each status that matters, each entitled for some of the brands and not for others. */
export const DEMO_TOOLS: readonly DemoTool[] = [
  {
    slug: "brand-studio",
    name: "Brand Studio",
    description: `Lays out posts, decks and labels in the brand's colours and voice.${hasNpm() ? ` Start it with “${usageOf("child")}”.` : ""}`,
    status: "active",
    webhookUrl: `${CHILD}/webhooks/hub`,
    connectUrl: `${CHILD}/hub/callback`,
    initiateLoginUrl: `${CHILD}/hub/login`,
    eventPatterns: [],
    entitled: ["slow-ferry", "torvane"],
  },
  {
    slug: "campaign-desk",
    name: "Campaign Desk",
    description: "Plans campaigns across channels, and reacts when another tool has made an asset.",
    status: "beta",
    webhookUrl: null,
    connectUrl: "https://campaign-desk.example/hub/callback",
    initiateLoginUrl: null,
    eventPatterns: ["asset.*", "campaign.*"],
    entitled: ["slow-ferry", "hullabarn"],
  },
  {
    slug: "print-room",
    name: "Print Room",
    description: "Prepares print files with the brand's logo rules and clear space.",
    status: "maintenance",
    webhookUrl: null,
    connectUrl: null,
    initiateLoginUrl: null,
    eventPatterns: ["asset.published"],
    entitled: ["torvane"],
  },
  {
    slug: "sticker-press",
    name: "Sticker Press",
    description: "Switched off: its tokens are refused with 403, and nothing is sent to it.",
    status: "disabled",
    webhookUrl: null,
    connectUrl: null,
    initiateLoginUrl: null,
    eventPatterns: [],
    entitled: ["hullabarn"],
  },
];
