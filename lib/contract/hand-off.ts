// SPDX-License-Identifier: MIT
import { type HubClient, HubRequestError } from "./client.js";
import { Slug, Uuid } from "./primitives.js";
import type { FederationContext } from "./resources.js";
import { sameSecret } from "./same-secret.js";

/** The hub's cookie with the slug of the person's active brand: a hint about what to ask for, never a permission. */
export const ACTIVE_BRAND_COOKIE = "hub_active_brand";
/** So long a person may take to sign in at the hub, in seconds. */
export const STATE_LIFETIME_SECONDS = 10 * 60;

/** The value of a cookie in a `Cookie` header, or null. */
export function readCookie(header: string | null | undefined, name: string): string | null {
  for (const pair of header?.split(";") ?? []) {
    const [key, ...value] = pair.trim().split("=");
    if (key === name) return value.join("=");
  }
  return null;
}

/** The slug of the active brand in a `Cookie` header, or null; `HubClient.findBrand` makes an id of it. */
export const activeBrandSlug = (header: string | null | undefined): string | null =>
  Slug.safeParse(readCookie(header, ACTIVE_BRAND_COOKIE)).data ?? null;

function randomText(bytes: number): string {
  const text = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * `state`: the form answers no request of this browser. `brand`: another brand than was asked for, or one without this tool. `token`: the hub does not vouch for
 * the person (any more). `denied`: the person may not use the tool there. `hub`: the hub failed, or the tool is not set up there as it should be.
 */
export type HandOffProblem = "state" | "brand" | "token" | "denied" | "hub";

const STATUS: Record<HandOffProblem, number> = { state: 400, brand: 403, token: 401, denied: 403, hub: 502 };

/** Nobody was handed over. Answer with `status` and a page of your own, and always with `cookie` as `Set-Cookie` where it is not null. */
export class HandOffError extends Error {
  override readonly name = "HandOffError";
  readonly problem: HandOffProblem;
  readonly status: number;
  /** The hub's `error` where it posted one in place of a token, such as `access_denied`. */
  readonly code: string | null;
  /** Removes the used state. */
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
  /** Address of the hub, such as `https://hub.example.com`. */
  hubUrl: string;
  toolSlug: string;
  /** The tool's registered `connect_url`, to which the hub's form posts itself. */
  callbackUrl: string;
  client: Pick<HubClient, "exchange">;
}

/** What the hub's form carries, as `URLSearchParams` or `FormData`. */
interface Form {
  get(name: string): unknown;
}

const textOf = (form: Form, name: string): string => {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
};

/** What stands exactly once in a query. */
const single = (query: URLSearchParams, name: string): string | null => {
  const [value, ...more] = query.getAll(name);
  return more.length === 0 ? (value ?? null) : null;
};

/** Signs people in through the hub, in one brand: `begin` sends the browser there, `finish` takes the form that the hub posts back. */
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
   * Where to redirect the browser (303), and the `Set-Cookie` that goes along: a random state which this browser alone holds, in a cookie for each
   * hand-off, since several open pages may begin one at the same moment. Without a brand the hub takes the person's active one.
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
   * What the hub's own button asks for (OpenID Connect's third-party initiated login): a brand or null for any; undefined where the address is not from this hub,
   * or leads elsewhere. Anybody can send a browser here, so do no more than `begin` with it.
   */
  askedByHub(address: URL): string | null | undefined {
    const target = single(address.searchParams, "target_link_uri") ?? this.callback.origin;
    const isOurs = URL.canParse(target) && new URL(target).origin === this.callback.origin;
    if (single(address.searchParams, "iss") !== this.hubUrl || !isOurs) return undefined;
    return Uuid.safeParse(single(address.searchParams, "brand_id")).data ?? null;
  }

  /**
   * Takes the form that the hub posted, and gives the person in the one brand that the hub vouches for: open your own session for it, and set `cookie`, which removes the state.
   * The form comes from another site, with `Origin: null`: no check of the origin lets it through, and the state is what stands in its place. Nothing else of the form is
   * believed before it.
   * @param cookies the request's `Cookie` header
   * @throws HandOffError
   */
  async finish(form: Form, cookies: string | null): Promise<{ person: FederationContext; cookie: string }> {
    const state = textOf(form, "state");
    const isState = /^[\w.-]{1,200}$/.test(state);
    if (!isState || !(await sameSecret(state, readCookie(cookies, stateName(state)) ?? "")))
      throw new HandOffError("state", "This sign-in was not started in this browser, or took too long.");
    const cookie = this.stateCookie(state, "", 0);
    const code = textOf(form, "error");
    if (code) {
      const problem = code === "access_denied" ? "denied" : "hub";
      throw new HandOffError(problem, textOf(form, "error_description") || "The hub did not say why.", {
        code,
        cookie,
      });
    }
    const person = await this.exchange(textOf(form, "token"), cookie);
    const asked = state.split(".")[2];
    if (asked !== "any" && asked !== person.brand_id)
      throw new HandOffError("brand", "The hub vouched for another brand than was asked for.", { cookie });
    if (!person.entitlements.includes(this.options.toolSlug))
      throw new HandOffError("brand", "The brand does not use this tool.", { cookie });
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

  /** `SameSite=None`, which browsers take only with `Secure`, since the form is another site's. On plain http this stands on localhost, one site with the hub there. */
  private stateCookie(state: string, value: string, maxAgeSeconds: number): string {
    const site = this.callback.protocol === "https:" ? "SameSite=None; Secure" : "SameSite=Lax";
    return `${stateName(state)}=${value}; Path=${this.callback.pathname}; Max-Age=${maxAgeSeconds}; HttpOnly; ${site}`;
  }
}

const stateName = (state: string): string => `hub_state_${state.split(".")[0]}`;
