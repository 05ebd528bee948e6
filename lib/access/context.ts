import type { Actor, Ctx as BaseCtx, PlatformServices } from "@/lib/platform/context";
import type { CompanySignIn } from "./account/company-sign-in";
import type { Quotas } from "./quotas/quotas";
import type { Retention } from "./retention/retention";
import type { Places } from "./sessions/places";

export interface AccessServices extends PlatformServices {
  quotas: Quotas;
  retention: Retention;
  /** How long an unused browser session lives; 0 disables it. Named tokens are exempt. */
  sessionIdleMs: number;
  /** Approximate locations of IP addresses, so people recognise their own sign-ins. */
  places: Places;
  companySignIn: CompanySignIn;
}

export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, AccessServices {}
