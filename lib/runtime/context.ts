import type { Actor, Ctx as BaseCtx } from "@/lib/platform/context";
import type { RenderingServices } from "@/lib/rendering";

export interface Services extends RenderingServices {}

export interface Ctx<A extends Actor = Actor> extends BaseCtx<A>, Services {}
