import type { Metadata } from "next";
import { Suspense } from "react";
import { StandInNote } from "@/components/showcase/brand-drawing";
import { BookButton } from "@/components/showcase/download-buttons";
import { MockUpCard } from "@/components/showcase/mock-up-card";
import { SignatureButton } from "@/components/showcase/signature-button";
import { ContentLanguage, ContentText } from "@/components/ui/content-text";
import { Notice } from "@/components/ui/empty-state";
import { PageHeader, TabNav } from "@/components/ui/page-header";
import { can } from "@/lib/access";
import { languageOf } from "@/lib/content";
import { env } from "@/lib/platform/config/env";
import { drawnFromText, MOCK_UPS, THEMES } from "@/lib/rendering";
import { type DrawingSource, findDraftSource, readShowcase, signatureBrandOf } from "@/lib/rendering/server";
import type { Ctx } from "@/lib/runtime/context";
import { brandPage, requireSession } from "@/lib/web/auth/current-user";
import type { BrandPageProps } from "../page-input";

export const metadata: Metadata = { title: "In use" };

/** Two in a row, with widths that give both the same height. */
const ROWS = [0, 2, 4, 6].map((from) => MOCK_UPS.slice(from, from + 2));

const THEME_LABELS = { light: "Light", dark: "Dark" } as const;

const MAX_LISTED = 20;

async function UnsetCharacters({ ctx, source }: { ctx: Ctx; source: DrawingSource }) {
  const { unset } = await readShowcase(ctx, source);
  if (unset.length === 0) return null;
  const rest = unset.length - MAX_LISTED;
  return (
    <Notice tone="warning" title="Some characters are missing from the brand’s fonts">
      No font of the brand or the hub has <ContentText>{unset.slice(0, MAX_LISTED).join(" ")}</ContentText>
      {rest > 0 ? ` and ${rest} more` : ""}. PDF files leave them out. This page and PNG files use your browser’s font
      instead. Upload a font that has them.
    </Notice>
  );
}

export default async function InUsePage({ params, searchParams }: BrandPageProps) {
  const { ctx, access } = await brandPage((await params).brand, "/in-use");
  const { id, name, slug, publicPage } = access.brand;
  const person = await requireSession();
  const theme = (await searchParams).theme === "dark" ? "dark" : "light";
  const source = await findDraftSource(ctx, { brandId: id });
  const publicUrl = publicPage ? `${env.HUB_BASE_URL}/p/${slug}` : null;
  const signature = signatureBrandOf({ name, ...source, publicUrl });
  const base = `/b/${slug}/in-use`;
  return (
    <ContentLanguage value={languageOf(source.outline.identity) ?? null}>
      <div className="flex flex-col gap-8">
        <PageHeader
          title="In use"
          description={`Drawn from the brand’s ${drawnFromText(source.outline)}${can(access.role, "edit") ? " in your draft" : ""}.`}
          actions={<BookButton href={`/b/${slug}/brand-book`} />}
        />
        <TabNav
          label="Theme"
          items={THEMES.map((one) => ({
            href: one === "light" ? base : `${base}?theme=${one}`,
            label: THEME_LABELS[one],
            current: one === theme,
          }))}
        />
        <StandInNote
          typefaces={source.outline.typefaces}
          href={can(access.role, "edit") ? `/b/${slug}/typography` : null}
        />
        <Suspense>
          <UnsetCharacters ctx={ctx} source={source} />
        </Suspense>
        {ROWS.map((row, index) => (
          <ul key={row[0]?.key} className="flex flex-col gap-x-6 gap-y-10 md:flex-row">
            {row.map((mockUp) => (
              <MockUpCard
                key={mockUp.key}
                mockUp={mockUp}
                base={base}
                tag={source.tag}
                brand={{ name, slug }}
                theme={theme}
                eager={index === 0}
                action={
                  mockUp.key === "email-signature" ? (
                    <SignatureButton
                      brand={signature}
                      slug={slug}
                      person={{ name: person.name, email: person.email }}
                      hasPublicPage={publicPage}
                    />
                  ) : null
                }
              />
            ))}
          </ul>
        ))}
      </div>
    </ContentLanguage>
  );
}
