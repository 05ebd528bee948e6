import type { Metadata } from "next";
import { ProviderWindow } from "@/components/reauth/reauth-forms";
import { CenteredPage } from "@/components/ui/card";
import { env } from "@/lib/platform/config/env";
import { requireSession } from "@/lib/web/auth/current-user";
import { configuredProviders } from "@/lib/web/auth/providers";
import { REAUTH_PATH } from "@/lib/web/auth/sign-in-page";

export const metadata: Metadata = { title: "Confirm it's you", robots: { index: false } };

type ProvePageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ProvePage({ searchParams }: ProvePageProps) {
  await requireSession();
  const { provider, error } = await searchParams;
  const known = configuredProviders(env).find(({ id }) => id === provider);
  return (
    <CenteredPage>
      <h1 className="mb-2 font-semibold text-[1.375rem] leading-8 tracking-[-0.015em]">Confirm it's you</h1>
      <ProviderWindow
        provider={known ? { id: known.id, name: known.name } : null}
        error={typeof error === "string" ? error : null}
        backTo={REAUTH_PATH}
      />
    </CenteredPage>
  );
}
