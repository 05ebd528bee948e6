import icon from "@/app/icon.svg";
import { BrandDrawing } from "@/components/showcase/brand-drawing";
import { buttonClass } from "@/components/ui/styles";

type ShownBrand = { slug: string; name: string; tag: string };

const POINTS = [
  ["One source", "Colours, logos, type, voice and files, with a history of every version."],
  ["Edited in place", "Drafts, reviews and a publish button. Nothing goes live by accident."],
  ["Served to your tools", "Each publish notifies every connected tool."],
] as const;

/** What a visitor sees at `/`. Links load a fresh page, because pages for outsiders have a narrower content policy. */
export function LandingPage({ brands }: { brands: readonly ShownBrand[] }) {
  return (
    <div className="flex min-h-dvh flex-col overflow-x-clip">
      <header className="mx-auto flex w-full max-w-7xl items-center gap-x-6 px-5 py-4 sm:px-8">
        <span className="flex grow items-center gap-2.5 font-semibold">
          {/* biome-ignore lint/performance/noImgElement: Next's own only adds script, since its optimiser is off */}
          <img src={icon.src} alt="" width={24} height={24} />
          Brand Identity Hub
        </span>
        <a href="/docs" className="rounded-sm py-1 text-muted hover:text-ink max-sm:hidden">
          Documentation
        </a>
        <a href="/sign-in" className={buttonClass({})}>
          Sign in
        </a>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto flex w-full max-w-7xl grow flex-col gap-12 px-5 py-8 sm:px-8 sm:pt-[min(10dvh,7rem)] lg:gap-16"
      >
        <div className={brands.length > 0 ? "grid gap-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-14" : ""}>
          <div className="flex flex-col items-start gap-5 lg:pt-[14%]">
            <h1 className="max-w-xl text-balance font-semibold text-[2.25rem] leading-[1.1] tracking-[-0.03em] sm:text-[3.25rem]">
              Every brand in one place
            </h1>
            <p className="max-w-md text-pretty text-base text-muted leading-6 sm:text-lg sm:leading-7">
              See how a brand looks and sounds. Change it once, and every tool that uses it follows.
            </p>
            <div className="flex flex-wrap gap-3 pt-1">
              <a href="/sign-in" className={buttonClass({ variant: "primary", className: "h-11 px-5" })}>
                Sign in
              </a>
              <a href="/docs" className={buttonClass({ className: "h-11 px-5" })}>
                Read the docs
              </a>
            </div>
          </div>
          {brands.length > 0 ? <Stage brands={brands} /> : null}
        </div>
        <ul className="grid gap-x-10 gap-y-5 border-line border-t pt-7 sm:grid-cols-3">
          {POINTS.map(([title, text]) => (
            <li key={title}>
              <p className="font-semibold">{title}</p>
              <p className="mt-1 max-w-xs text-pretty text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}

/** Brands in two layouts, taking turns until the visitor picks one. */
function Stage({ brands }: { brands: readonly ShownBrand[] }) {
  return (
    <section aria-label="Demo brands" className="brand-stage flex flex-col gap-4">
      <div className="grid">
        {brands.map(({ slug, name, tag }, turn) => {
          const drawings = { base: `/p/${slug}/in-use`, tag, name, eager: true };
          return (
            <a
              key={slug}
              href={`/p/${slug}`}
              aria-label={`Open the brand page of ${name}`}
              data-turn={turn}
              className="brand-turn relative block pr-[5%] pb-[9%]"
            >
              <span className="block overflow-clip rounded-2xl border border-line bg-sunken shadow-floating">
                <BrandDrawing {...drawings} drawing="web-header" />
              </span>
              <span className="absolute right-0 bottom-0 block w-[31%] overflow-clip rounded-xl border border-line bg-sunken shadow-floating">
                <BrandDrawing {...drawings} drawing="social-post" />
              </span>
            </a>
          );
        })}
      </div>
      {brands.length > 1 ? (
        <fieldset className="flex flex-wrap gap-0.5">
          <legend className="sr-only">Demo brand</legend>
          {brands.map(({ slug, name }, turn) => (
            <label
              key={slug}
              className="ring-within relative isolate flex h-8 items-center rounded-full px-2 text-[0.8125rem] text-muted transition-colors hover:text-ink has-checked:text-ink sm:px-3"
            >
              <input type="radio" name="brand" className="sr-only" />
              <span
                aria-hidden="true"
                data-turn={turn}
                className="brand-turn -z-10 absolute inset-0 rounded-full bg-active"
              />
              {name}
            </label>
          ))}
        </fieldset>
      ) : null}
    </section>
  );
}
