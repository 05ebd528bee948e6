import type { Metadata } from "next";
import { CenteredPage } from "@/components/ui/card";
import { buttonClass } from "@/components/ui/styles";
import { brandFrame, currentSession, requestedPath } from "@/lib/web/auth/current-user";
import { HubShell } from "./(hub)/hub-shell";
import HubLayout from "./(hub)/layout";

export const metadata: Metadata = { title: "Not found" };

/** Pages that need neither a session nor the database. */
const FOR_OUTSIDERS = /^\/(?:docs|p)\//;

/** The id of the URL's brand, if the reader is a member. */
async function brandIdAt(path: string): Promise<string | undefined> {
  const [, slug] = /^\/b\/([^/?]+)/.exec(path) ?? [];
  const frame = slug === undefined ? null : await brandFrame(slug).catch(() => null);
  return frame?.access.brand.id;
}

/** Next renders this with every page. It reads only what the page's own frame reads, once for both. */
export default async function NotFound() {
  // Without icons: pages that draw one would load this file's scripts with it, 15 KB.
  const state = (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      <h1 className="font-semibold text-xl tracking-tight">Page not found</h1>
      <p className="mt-1 mb-5 max-w-sm text-balance text-muted">
        Check the URL. The page may have been removed, or isn’t shared with you. Looking for the API? Read the{" "}
        <a href="/docs" className="underline underline-offset-3">
          documentation
        </a>
        .
      </p>
      {/* A full load, because the start page needs a wider content policy. */}
      <a href="/" className={buttonClass({ variant: "primary" })}>
        Go to start page
      </a>
    </div>
  );
  const path = await requestedPath();
  if (FOR_OUTSIDERS.test(path) || !(await currentSession())) return <CenteredPage>{state}</CenteredPage>;
  return (
    <HubLayout>
      <HubShell brandId={await brandIdAt(path)}>{state}</HubShell>
    </HubLayout>
  );
}
