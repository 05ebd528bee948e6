"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { ReauthChoices } from "@/components/reauth/reauth-sheet";
import { RECENTS_COOKIE, recentBrands } from "@/components/shell/recents";
import type { BrandMatches, Places } from "@/components/shell/types";
import type { NewCodes } from "@/components/two-factor/passkey-form";
import type { AppSetUp, NewPasskeyRequest, PasskeyRequest } from "@/lib/access";
import {
  createRegistrationChallenge as askForNew,
  beginAuthenticatorApp,
  confirmAuthenticatorApp,
  createReauthChallenge,
  listReauthOptions,
  makeRecoveryCodes,
  reauthenticate,
  removeAuthenticatorApp,
  removePasskey as removeOwnPasskey,
  renamePasskey as renameOwnPasskey,
  switchActiveBrand,
  addPasskey as takePasskey,
} from "@/lib/access/server";
import { guide } from "@/lib/api/docs/server";
import { searchMyBrands } from "@/lib/brands/server";
import { listToolNames } from "@/lib/integrations/server";
import { env } from "@/lib/platform/config/env";
import type { BrandHit } from "@/lib/publishing";
import { searchBrand } from "@/lib/publishing/server";
import { actionResult, changeResult, type FormResult } from "@/lib/web/actions/form-result";
import { requireSession } from "@/lib/web/auth/current-user";
import { configuredProviders, identitiesOf } from "@/lib/web/auth/providers";
import { REAUTH_PATH } from "@/lib/web/auth/sign-in-page";
import {
  keepPasskeyChallenge,
  setActiveBrandCookie,
  setReauthCookie,
  takePasskeyChallenge,
} from "@/lib/web/auth/start-session";
import { shellBrand } from "./shell-brand";

const MATCHES = 20;
const Query = z.string().max(200);
const Section = z.string().regex(/^(?:\/[a-z0-9-]+)*$/);

export async function searchBrands(query: string): Promise<FormResult<BrandMatches>> {
  return actionResult("lookups", async (ctx) => {
    const recent = recentBrands((await cookies()).get(RECENTS_COOKIE)?.value);
    const { brands, more } = await searchMyBrands(ctx, { search: Query.parse(query), recent, limit: MATCHES });
    return { brands: brands.map((card) => shellBrand(ctx, card)), more };
  });
}

/** Searches the brand's draft, or the published version if the user has none. */
export async function searchContent(brandId: string, query: string): Promise<FormResult<BrandHit[]>> {
  return actionResult("lookups", (ctx) =>
    searchBrand(ctx, { brandId: z.uuid().parse(brandId), query: Query.parse(query) }),
  );
}

/** Returns tools and documentation chapters for the command palette. */
export async function readPlaces(): Promise<FormResult<Places>> {
  return actionResult("lookups", async (ctx) => {
    const [tools, pages] = await Promise.all([listToolNames(ctx), guide(env.HUB_BASE_URL)]);
    return { tools, chapters: pages.map(({ id, title }) => ({ id, title })) };
  });
}

/** Makes a brand active, for tools as well, and redirects to it. */
export async function switchBrand(brandId: string, section: string): Promise<FormResult> {
  return actionResult("changes", async (ctx) => {
    const { slug } = await switchActiveBrand(ctx, { brandId: z.uuid().parse(brandId) });
    await setActiveBrandCookie(slug);
    redirect(`/b/${slug}${Section.parse(section)}`);
  });
}

const Answer = z.record(z.string(), z.string());

export async function listReauthChoices(): Promise<FormResult<ReauthChoices>> {
  return actionResult("lookups", async (ctx) => {
    const { kinds, providers } = await listReauthOptions(ctx);
    const { email } = await requireSession();
    const linked = configuredProviders(env).filter(({ id }) => providers.includes(identitiesOf(env, id)));
    return {
      email,
      kinds,
      providers: linked.map(({ id, name }) => ({ id, name, href: `${REAUTH_PATH}?provider=${id}` })),
    };
  });
}

export async function askForPasskey(): Promise<FormResult<PasskeyRequest>> {
  return actionResult("changes", async (ctx) => keepPasskeyChallenge(await createReauthChallenge(ctx)));
}

/** Re-authenticates the session for 15 minutes. */
export async function verify(kind: string, form: FormData): Promise<FormResult> {
  return actionResult("changes", async (ctx) => {
    const answer = { ...Answer.parse(Object.fromEntries(form)), ...(await takePasskeyChallenge()) };
    await setReauthCookie(await reauthenticate(ctx, { kind: z.string().parse(kind), answer }));
  });
}

const Id = z.uuid();
const NameForm = z.object({ name: z.string() });
const PasskeyForm = NameForm.extend({ passkey: z.string() });
const CodeForm = z.object({ setUp: z.string(), code: z.string() });

export async function createRegistrationChallenge(): Promise<FormResult<NewPasskeyRequest>> {
  return actionResult("changes", async (ctx) => keepPasskeyChallenge(await askForNew(ctx)));
}

/** Adds a passkey. This response is the only place that shows new recovery codes. */
export async function addPasskey(form: FormData): Promise<FormResult<NewCodes>> {
  return changeResult("secrets", async (ctx) => {
    const { name, passkey: answer } = PasskeyForm.parse(Object.fromEntries(form));
    const { challenge } = await takePasskeyChallenge();
    return takePasskey(ctx, { name, answer, challenge });
  });
}

export async function renamePasskey(id: string, form: FormData): Promise<FormResult> {
  return changeResult("changes", async (ctx) => {
    const { name } = NameForm.parse(Object.fromEntries(form));
    await renameOwnPasskey(ctx, { id: Id.parse(id), name });
  });
}

export async function removePasskey(id: string): Promise<FormResult> {
  return changeResult("changes", (ctx) => removeOwnPasskey(ctx, { id: Id.parse(id) }));
}

/** Creates a secret for an authenticator app. This response is the only place that shows it. */
export async function beginApp(): Promise<FormResult<AppSetUp>> {
  return actionResult("changes", beginAuthenticatorApp);
}

export async function confirmApp(form: FormData): Promise<FormResult<NewCodes>> {
  return changeResult("secrets", (ctx) => confirmAuthenticatorApp(ctx, CodeForm.parse(Object.fromEntries(form))));
}

export async function removeApp(): Promise<FormResult> {
  return changeResult("changes", removeAuthenticatorApp);
}

/** Replaces the recovery codes. This response is the only place that shows them. */
export async function makeCodes(): Promise<FormResult<string[]>> {
  return changeResult("secrets", makeRecoveryCodes);
}
