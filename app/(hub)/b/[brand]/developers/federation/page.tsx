import type { Metadata } from "next";
import { FederationLab } from "@/components/developers/federation/federation-lab";
import { Section } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { InlineCode } from "@/components/ui/text";
import { env } from "@/lib/platform/config/env";
import { brandPage } from "@/lib/web/auth/current-user";
import type { BrandPageProps } from "../../page-input";
import { mintTestToken } from "./actions";

export const metadata: Metadata = { title: "Federation" };

export default async function FederationPage({ params }: BrandPageProps) {
  const { access } = await brandPage((await params).brand, "/developers/federation");
  return (
    <>
      <PageHeader
        title="Federation"
        description="Short-lived tokens that tell a tool who its user is, with their brand and role. Test the flow here."
      />
      <FederationLab baseUrl={env.HUB_BASE_URL} mint={mintTestToken.bind(null, access.brand.id)} />
      <Section title="How it works">
        <ol className="flex list-decimal flex-col gap-2 pl-5 text-muted marker:text-faint">
          <li>
            The tool sends the browser to{" "}
            <InlineCode>{`${env.HUB_BASE_URL}/connect/<tool>?brand_id=…&state=…`}</InlineCode>, with a{" "}
            <InlineCode>state</InlineCode> value generated for this visit.
          </li>
          <li>
            The hub signs the person in if needed, checks their membership and the brand’s access to the tool, and mints
            a token.
          </li>
          <li>
            The browser posts <InlineCode>token</InlineCode>, <InlineCode>expires_at</InlineCode> and{" "}
            <InlineCode>state</InlineCode> to the tool’s registered connect URL. Neither is ever part of a URL.
          </li>
          <li>
            The tool compares <InlineCode>state</InlineCode>. Its server exchanges the token at{" "}
            <InlineCode>POST /api/public/federation/exchange</InlineCode>. The hub checks membership and session at that
            moment and answers 401 if either has been revoked.
          </li>
        </ol>
      </Section>
    </>
  );
}
