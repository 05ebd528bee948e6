import type { DEMO_BRAND_SLUGS } from "@/db/demo/load-demo-brands";
import type { Role } from "@/lib/contract";

export interface DemoPerson {
  email: string;
  name: string;
  hubAdmin: boolean;
  roles: Partial<Record<(typeof DEMO_BRAND_SLUGS)[number], Role>>;
}

/** The demo's users. The first is the one that `npm start` offers; every brand has one owner among them. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    email: "mara.lind@example.com",
    name: "Mara Lind",
    hubAdmin: false,
    roles: { "slow-ferry": "owner", torvane: "editor", hullabarn: "viewer" },
  },
  {
    email: "jonas.weil@example.com",
    name: "Jonas Weil",
    hubAdmin: false,
    roles: { torvane: "owner", "slow-ferry": "admin" },
  },
  { email: "hanna.berg@example.com", name: "Hanna Berg", hubAdmin: true, roles: { hullabarn: "owner" } },
  { email: "sam.okoro@example.com", name: "Sam Okoro", hubAdmin: false, roles: {} },
];
