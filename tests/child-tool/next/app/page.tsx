import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { ACTIVE_BRAND_COOKIE, activeBrandSlug, HubRequestError, readCookie } from "@/lib/contract";
import { studio } from "../studio";
import { Live } from "./live";

export const dynamic = "force-dynamic";

const refused = (error: unknown) => {
  if (!(error instanceof HubRequestError)) throw error;
  return error;
};

/**
 * Shows the brand that the hub signed the person in to. If the active-brand cookie names another, sign-in starts again
 * once.
 */
export default async function BrandPage() {
  const { cache, sessions } = studio();
  const cookies = (await headers()).get("cookie");
  const session = sessions.find(cookies);
  if (!session)
    return (
      <main>
        <h1>Next Studio</h1>
        <a href="/connect">Connect through the hub</a>
      </main>
    );
  const cached = await cache.get(session.brandId, true).catch(refused);
  if (cached instanceof HubRequestError)
    return (
      <main>
        <h1>The brand cannot be shown</h1>
        <p>{cached.message}</p>
        <a href="/connect">Connect again</a>
      </main>
    );
  const { bundle, outdated, urlsAlive } = cached;
  const slug = activeBrandSlug(cookies);
  if (slug !== null && slug !== bundle.brand.slug && slug !== session.hint) {
    session.hint = slug;
    redirect("/connect");
  }
  const [logo] = bundle.logos.items;
  return (
    <main data-brand={bundle.brand.id} data-version={bundle.identity_version}>
      <Live
        brand={bundle.brand.id}
        version={bundle.identity_version}
        active={readCookie(cookies, ACTIVE_BRAND_COOKIE) ?? ""}
      />
      <h1>{bundle.brand.name}</h1>
      <p>{bundle.identity.brand.tagline}</p>
      <p>
        Version {bundle.identity_version}, as {session.role}
      </p>
      {outdated && <p>The hub cannot be reached: this is what was known before.</p>}
      {/* biome-ignore lint/performance/noImgElement: an optimiser would cache the URL beyond its 30 minutes */}
      {logo && urlsAlive && <img src={logo.url} alt={logo.label} width={120} />}
      <ul>
        {bundle.colors.palette.map(({ id, name, hex }) => (
          <li key={id} style={{ borderLeft: `2rem solid ${hex}` }}>
            {name}
          </li>
        ))}
      </ul>
    </main>
  );
}
