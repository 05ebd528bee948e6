// SPDX-License-Identifier: MIT
import { type HubClient, HubRequestError } from "./client.js";
import { Slug, Uuid } from "./primitives.js";
import type { FederationContext } from "./resources.js";
import { sameSecret } from "./same-secret.js";

/** The hub's cookie with the slug of the active brand. A hint, never a permission. */
export const ACTIVE_BRAND_COOKIE = "hub_active_brand";
/** Time to sign in at the hub, in seconds. */
export const STATE_LIFETIME_SECONDS = 10 * 60;

/** Returns the value of a cookie, or null. */
export function readCookie(header: string | null | undefined, name: string): string | null {
  for (const pair of header?.split(";") ?? []) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}

/** Returns the slug of the active brand, or null. `HubClient.findBrand` returns its id. */
export const activeBrandSlug = (header: string | null | undefined): string | null =>
  Slug.safeParse(readCookie(header, ACTIVE_BRAND_COOKIE)).data ?? null;

function randomText(bytes: number): string {
  const text = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Why a sign-in failed.
 * `state`: this browser didn't start it, or it took too long.
 * `brand`: another brand than requested, or one without this tool.
 * `token`: the token is invalid or expired.
 * `denied`: the person can't use this tool for the brand.
 * `hub`: the hub failed, or the tool is set up incorrectly there.
 */
export type HandOffProblem = "state" | "brand" | "token" | "denied" | "hub";

const STATUS: Record<HandOffProblem, number> = { state: 400, brand: 403, token: 401, denied: 403, hub: 502 };

/** The sign-in failed. Respond with `status`, your own page and `cookie` as `Set-Cookie` unless null. */
export class HandOffError extends Error {
  override readonly name = "HandOffError";
  readonly problem: HandOffProblem;
  readonly status: number;
  /** The hub's `error`, such as `access_denied`, or null. */
  readonly code: string | null;
  /** Deletes the state cookie. */
  readonly cookie: string | null;

  constructor(
    problem: HandOffProblem,
    message: string,
    { code = null, cookie = null, cause }: { code?: string | null; cookie?: string | null; cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.problem = problem;
    this.status = STATUS[problem];
    this.code = code;
    this.cookie = cookie;
  }
}

export interface HandOffOptions {
  /** Such as `https://hub.example.com`. */
  hubUrl: string;
  toolSlug: string;
  /** The tool's registered `connect_url`. */
  callbackUrl: string;
  client: Pick<HubClient, "exchange">;
}

interface Form {
  get(name: string): unknown;
}

const textOf = (form: Form, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** A repeated parameter counts as missing. */
const single = (query: URLSearchParams, name: string): string | null => {
  const [value, ...more] = query.getAll(name);
  return more.length === 0 ? (value ?? null) : null;
};

/** Signs people in. `begin` redirects to the hub, `finish` reads the form that the hub posts back. */
export class HandOff {
  private readonly options: HandOffOptions;
  private readonly hubUrl: string;
  private readonly callback: URL;

  constructor(options: HandOffOptions) {
    this.options = options;
    this.hubUrl = options.hubUrl.replace(/\/+$/, "");
    this.callback = new URL(options.callbackUrl);
  }

  /**
   * Returns a redirect (303) and a `Set-Cookie` with a random state, one per sign-in so several tabs can start one.
   * Without `brandId` the hub uses the person's active brand.
   */
  begin(brandId: string | null = null): { location: string; cookie: string } {
    const brand = brandId?.toLowerCase() ?? null;
    const state = [randomText(6), randomText(24), brand ?? "any"].join(".");
    const address = new URL(`${this.hubUrl}/connect/${this.options.toolSlug}`);
    if (brand) address.searchParams.set("brand_id", brand);
    address.searchParams.set("state", state);
    return { location: address.href, cookie: this.stateCookie(state, state, STATE_LIFETIME_SECONDS) };
  }

  /**
   * Reads a request from the hub's **Open** button (third-party initiated login of OpenID Connect).
   * Returns the brand id, null for any brand, or undefined if invalid. Anyone can send such a request, so only call
   * `begin`.
   */
  askedByHub(address: URL): string | null | undefined {
    const target = single(address.searchParams, "target_link_uri") ?? this.callback.origin;
    const isOurs = URL.canParse(target) && new URL(target).origin === this.callback.origin;
    if (single(address.searchParams, "iss") !== this.hubUrl || !isOurs) return undefined;
    return Uuid.safeParse(single(address.searchParams, "brand_id")).data ?? null;
  }

  /**
   * Verifies the form that the hub posted. Then open your own session for this one brand and send `cookie`.
   * The form has `Origin: null`, so exempt it from origin checks. The state protects it.
   * @param cookies the request's `Cookie` header
   * @throws HandOffError
   */
  async finish(form: Form, cookies: string | null): Promise<{ person: FederationContext; cookie: string }> {
    const state = textOf(form, "state");
    const isState = /^[\w.-]{1,200}$/.test(state);
    if (!isState || !(await sameSecret(state, readCookie(cookies, stateName(state)) ?? "")))
      throw new HandOffError("state", "This sign-in was not started in this browser, or took too long. Start again.");
    const cookie = this.stateCookie(state, "", 0);
    const code = textOf(form, "error");
    if (code) {
      const problem = code === "access_denied" ? "denied" : "hub";
      throw new HandOffError(problem, textOf(form, "error_description") || "The hub gave no reason.", {
        code,
        cookie,
      });
    }
    const person = await this.exchange(textOf(form, "token"), cookie);
    const requested = state.split(".")[2];
    if (requested !== "any" && requested !== person.brand_id)
      throw new HandOffError("brand", "The hub signed you in to another brand than requested. Start again.", {
        cookie,
      });
    if (!person.entitlements.includes(this.options.toolSlug))
      throw new HandOffError("brand", "This brand doesn't use this tool. Ask an owner of the brand to add it.", {
        cookie,
      });
    return { person, cookie };
  }

  private async exchange(token: string, cookie: string): Promise<FederationContext> {
    try {
      return await this.options.client.exchange(token);
    } catch (cause) {
      if (!(cause instanceof HubRequestError)) throw cause;
      const refused = cause.code === "unauthorized" || cause.code === "bad_request";
      throw new HandOffError(refused ? "token" : "hub", cause.message, { cookie, cause });
    }
  }

  /**
   * The form comes from another site, so the cookie needs `SameSite=None` and `Secure`. On http, localhost is one
   * site.
   */
  private stateCookie(state: string, value: string, maxAgeSeconds: number): string {
    const site = this.callback.protocol === "https:" ? "SameSite=None; Secure" : "SameSite=Lax";
    return `${stateName(state)}=${value}; Path=${this.callback.pathname}; Max-Age=${maxAgeSeconds}; HttpOnly; ${site}`;
  }
}

const stateName = (state: string): string => `hub_state_${state.split(".")[0]}`;
