import { listBlock } from "@/components/identity/read-blocks";
import { ContentText } from "@/components/ui/content-text";
import { Section } from "@/components/ui/section";
import type { CompiledIdentity } from "@/lib/contract";
import type { LocalizedIdentity } from "@/lib/publishing";
import { PublicNamed, PublicPart } from "./public-named";

type PublicOfferProps = { brand: CompiledIdentity["brand"]; langOf: LocalizedIdentity["langOf"] };

export function PublicOffer({ brand, langOf }: PublicOfferProps) {
  const { value_proposition: proposition, offerings = [], audiences = [], differentiators = [] } = brand;
  if (!proposition && offerings.length + audiences.length + differentiators.length === 0) return null;
  return (
    <Section large id="offer" title="Offer">
      <div className="flex flex-col gap-10">
        {proposition ? (
          <ContentText
            as="p"
            lang={langOf("brand.value_proposition")}
            className="max-w-prose whitespace-pre-wrap text-base leading-relaxed wrap-anywhere rtl:ml-auto"
          >
            {proposition}
          </ContentText>
        ) : null}
        <PublicNamed
          title="Products and services"
          lang={langOf("brand.offerings")}
          entries={offerings.map(({ name, type, description }) => ({ name, text: description, kind: type }))}
        />
        <PublicNamed
          title="Who it is for"
          lang={langOf("brand.audiences")}
          entries={audiences.map(({ segment, description }) => ({ name: segment, text: description }))}
        />
        {differentiators.length > 0 ? (
          <PublicPart title="What sets it apart" lang={langOf("brand.differentiators")}>
            {listBlock(differentiators)}
          </PublicPart>
        ) : null}
      </div>
    </Section>
  );
}
