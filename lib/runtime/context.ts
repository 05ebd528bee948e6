import type { Actor, Ctx as BaseCtx } from "@/lib/platform/context";
import type { RenderingServices } from "@/lib/rendering";

/** Every service of the hub: what its modules declare, as `hub.ts` assembles them. */
export interface Services extends RenderingServices {}

/** The context with every service, for the code that calls the modules. */
export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, Services {}
