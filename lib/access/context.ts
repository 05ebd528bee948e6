import type { Actor, Ctx as BaseCtx, PlatformServices } from "@/lib/platform/context";
import type { CompanySignIn } from "./account/company-sign-in";
import type { Quotas } from "./quotas/quotas";
import type { Retention } from "./retention/retention";
import type { Places } from "./sessions/places";

/** The services of this module, with those of the platform. */
export interface AccessServices extends PlatformServices {
  quotas: Quotas;
  retention: Retention;
  /** How long a browser's session may rest before it ends; 0 for as long as it lives. Named tokens are spared. */
  sessionIdleMs: number;
  /** About where an IP address is, for people to recognise their own sign-ins by. */
  places: Places;
  companySignIn: CompanySignIn;
}

/** What every function of this module gets first. */
export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, AccessServices {}
