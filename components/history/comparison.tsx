import { ArrowLeftRight, Equal, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { ComparedFields } from "@/components/diff/compared-fields";
import { Added, Became, Removed } from "@/components/diff/value-marks";
import { FilePicture } from "@/components/files/file-picture";
import { BACKGROUND_CLASS } from "@/components/logos/variant-labels";
import { BrandDrawing } from "@/components/showcase/brand-drawing";
import { Badge, Section } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { TimeAgo } from "@/components/ui/moment";
import { Breadcrumbs, PageHeader } from "@/components/ui/page-header";
import { cx } from "@/components/ui/styles";
import { LinkButton } from "@/components/ui/text";
import type { FileRef } from "@/lib/content";
import { counted } from "@/lib/platform/text";
import type { ComparisonView, VersionComparison } from "@/lib/publishing";

type ComparisonProps = {
  /** Null when a version doesn't exist. */
  compared: VersionComparison | null;
  view: ComparisonView;
  slug: string;
  from: number;
  to: number;
  live: number;
  now: Date;
  pictureOf: (file: FileRef) => string | null;
};

export function Comparison(props: ComparisonProps) {
  const { compared, view, slug, from, to, live } = props;
  const base = `/b/${slug}/history`;
  const count = compared?.changed.length ?? 0;
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        above={<Breadcrumbs items={[{ label: "History", href: base }]} />}
        title={`Version ${from} to version ${to}`}
        description={compared && count > 0 ? counted(count, "field differs", "fields differ") : undefined}
        actions={
          <LinkButton href={`${base}?from=${to}&to=${from}`} icon={<ArrowLeftRight aria-hidden="true" />}>
            Swap
          </LinkButton>
        }
      />
      {compared === null ? (
        <EmptyState framed icon={<SearchX />} title="Version not found">
          This brand has versions 1 to {live}.
        </EmptyState>
      ) : count === 0 ? (
        <EmptyState framed icon={<Equal />} title="No differences">
          Version {from} and version {to} are identical.
        </EmptyState>
      ) : (
        <>
          {view.path === null && view.offset === 0 ? (
            <BeforeAndAfter {...props} compared={compared} base={base} />
          ) : null}
          <ComparedFields
            level={2}
            comparison={compared}
            view={view}
            page={base}
            kept={{ from: String(from), to: String(to) }}
          />
        </>
      )}
    </div>
  );
}

/** Fields that the layouts draw. */
const LOOK = /^(brand\.name|colors\.(palette|dark)|logos\.items|typography|identity\.brand)\b/;
const LAYOUTS = ["web-header", "business-card"] as const;

type BeforeAndAfterProps = ComparisonProps & { compared: VersionComparison; base: string };

function BeforeAndAfter({ compared, slug, base, live, now, pictureOf }: BeforeAndAfterProps) {
  const { changed, colors, logos } = compared;
  const looksDifferent = changed.some(({ path }) => LOOK.test(path));
  return (
    <>
      <Pair
        shown={(side) => {
          const { version, author, createdAt, note } = compared[side];
          return (
            <>
              <p className="flex min-h-6 flex-wrap items-center gap-2">
                <Link href={`${base}/${version}`} className="rounded-sm font-semibold hover:underline">
                  Version {version}
                </Link>
                {version === live ? <Badge tone="success">Live</Badge> : null}
              </p>
              <p className="text-[0.8125rem] text-muted">
                {author ?? "The hub"}, <TimeAgo value={createdAt} now={now} />
              </p>
              <ContentText as="p" className="mt-1 line-clamp-3 wrap-anywhere">
                {note}
              </ContentText>
            </>
          );
        }}
      />
      {looksDifferent ? (
        <Section title="In use">
          <div className="flex flex-col gap-6">
            {LAYOUTS.map((drawing) => (
              <Pair
                key={drawing}
                wide
                shown={(side) => {
                  const { version } = compared[side];
                  return (
                    <>
                      <p aria-hidden="true" className="mb-1.5 text-[0.8125rem] text-muted sm:hidden">
                        Version {version}
                      </p>
                      <BrandDrawing
                        base={`/b/${slug}/in-use`}
                        version={version}
                        drawing={drawing}
                        name={`Version ${version}`}
                        className="rounded-xl border border-line bg-sunken"
                      />
                    </>
                  );
                }}
              />
            ))}
          </div>
        </Section>
      ) : null}
      {colors.length > 0 ? (
        <Section title="Colours">
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14.5rem),1fr))] gap-3">
            {colors.map(({ before, after }) => (
              <li
                key={(after ?? before)?.id}
                className="min-w-0 overflow-clip rounded-xl border border-line bg-surface"
              >
                <div aria-hidden="true" className="flex h-24 border-line border-b *:grow *:basis-0">
                  <span className={cx(!before && "checkered")} style={{ backgroundColor: before?.hex }} />
                  <span className={cx(!after && "checkered")} style={{ backgroundColor: after?.hex }} />
                </div>
                <div className="p-3">
                  <ContentText as="h3" className="font-semibold wrap-anywhere">
                    {(after ?? before)?.name}
                  </ContentText>
                  <p className="mt-1 font-mono text-xs">
                    {before && after ? <Became before={before.hex} after={after.hex} /> : null}
                    {before && !after ? <Removed>{before.hex}</Removed> : null}
                    {after && !before ? <Added>{after.hex}</Added> : null}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
      {logos.length > 0 ? (
        <Section title="Logos">
          <ul className="flex flex-col gap-6">
            {logos.map(({ before, after }) => (
              <li key={(after ?? before)?.id} className="flex flex-col gap-2">
                <ContentText as="h3" className="font-medium wrap-anywhere">
                  {(after ?? before)?.label}
                </ContentText>
                <Pair
                  shown={(side) => {
                    const logo = side === "from" ? before : after;
                    const src = logo && pictureOf(logo.file);
                    return (
                      <div
                        className={cx(
                          "flex h-40 items-center justify-center overflow-clip rounded-xl border border-line bg-origin-content p-6",
                          logo ? BACKGROUND_CLASS[logo.background] : "border-dashed text-muted",
                        )}
                      >
                        {logo && src ? (
                          <FilePicture
                            src={src}
                            file={logo.file}
                            alt={`${logo.label} in version ${compared[side].version}`}
                            className="size-full"
                          />
                        ) : (
                          `Not in version ${compared[side].version}`
                        )}
                      </div>
                    );
                  }}
                />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </>
  );
}

type PairProps = {
  shown: (side: "from" | "to") => ReactNode;
  /** True for what phones have too little room to show side by side. */
  wide?: boolean;
};

/** Before and after, side by side. */
function Pair({ shown, wide = false }: PairProps) {
  return (
    <div className={cx("grid gap-x-3 gap-y-3 sm:grid-cols-2 sm:gap-x-6 [&>*]:min-w-0", !wide && "grid-cols-2")}>
      <div>{shown("from")}</div>
      <div>{shown("to")}</div>
    </div>
  );
}
