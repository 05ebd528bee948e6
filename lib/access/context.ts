import type { Actor, Ctx as BaseCtx, PlatformServices } from "@/lib/platform/context";
import type { CompanySignIn } from "./account/company-sign-in";
import type { Quotas } from "./quotas/quotas";
import type { Retention } from "./retention/retention";
import type { GeoIp } from "./sessions/geoip";

export interface AccessServices extends PlatformServices {
  quotas: Quotas;
  retention: Retention;
  /** Idle timeout of browser sessions; 0 disables it. Named tokens are exempt. */
  sessionIdleMs: number;
  geoip: GeoIp;
  companySignIn: CompanySignIn;
}

export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, AccessServices {}
