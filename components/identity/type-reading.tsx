import { ContentText } from "@/components/ui/content-text";
import { Details } from "@/components/ui/details";
import type { BrandDocument } from "@/lib/brand-document";
import type { FontRole } from "@/lib/contract";
import { shownTypefaces } from "@/lib/showcase";
import { typefaceNames, typographyInWords } from "@/lib/typography";
import { namedBlock, type Reading, titled, together } from "./read-blocks";

const ROLES = [
  { role: "heading", label: "Headings", look: "font-heading font-semibold" },
  { role: "body", label: "Body text", look: "" },
  { role: "mono", label: "Code", look: "font-mono" },
] as const satisfies readonly { role: FontRole; label: string; look: string }[];

type Typography = Pick<BrandDocument, "identity" | "typography">;

/** What the brand is set in: each typeface in itself, then all of it in words. */
export function typographyBlock({ identity, typography }: Typography): Reading {
  const named = typefaceNames({ identity, typography });
  const stated = ROLES.flatMap(({ role, ...rest }) => (named[role] ? [{ role, name: named[role], ...rest }] : []));
  const typefaces = shownTypefaces({ identity, typography });
  const { fonts, styles } = typographyInWords(typography);
  const tiles =
    stated.length > 0 ? (
      <ul className="flex flex-col gap-2">
        {stated.map(({ role, label, look, name }) => {
          const standsIn = typefaces.find((one) => one.standsIn && one.roles.includes(role));
          return (
            <li key={role} className="flex items-center gap-4 rounded-xl bg-raised px-3 py-2">
              <p aria-hidden="true" className={`w-14 shrink-0 text-4xl leading-none ${look}`}>
                Aa
              </p>
              <div className="min-w-0 grow">
                <p className="text-[0.8125rem] text-muted">
                  {label}
                  {standsIn ? (
                    <>
                      , shown in <ContentText>{standsIn.shownIn}</ContentText>
                    </>
                  ) : null}
                </p>
                <ContentText as="p" className="wrap-anywhere">
                  {name}
                </ContentText>
              </div>
            </li>
          );
        })}
      </ul>
    ) : null;
  const details = together(titled("Typefaces", namedBlock(fonts)), titled("Text styles", namedBlock(styles)));
  return together(tiles, details && <Details summary="Typefaces and text styles in words">{details}</Details>);
}
