import type { Metadata } from "next";
import { FederationLab } from "@/components/developers/federation/federation-lab";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { env } from "@/lib/platform/config/env";
import { brandPage } from "@/lib/web/auth/brand-page";
import type { BrandPageProps } from "../../page-input";
import { mintTestToken } from "./actions";

export const metadata: Metadata = { title: "Federation" };

export default async function FederationPage({ params }: BrandPageProps) {
  const { access } = await brandPage((await params).brand, "/developers/federation");
  return (
    <>
      <PageHeader
        title="Federation"
        description="Short-lived tokens that tell a tool who is in front of it, in which brand and role. Try the whole way here."
      />
      <FederationLab baseUrl={env.HUB_BASE_URL} mint={mintTestToken.bind(null, access.brand.id)} />
      <Section title="How a tool gets one">
        <ol className="flex list-decimal flex-col gap-2 pl-5 text-muted marker:text-faint">
          <li>
            It sends the browser to <Code>{`${env.HUB_BASE_URL}/connect/<tool>?brand_id=…&state=…`}</Code>, with a{" "}
            <Code>state</Code> it made up for this one visit.
          </li>
          <li>
            The hub signs the person in if need be, checks that they belong to the brand and that the brand may use the
            tool, and mints.
          </li>
          <li>
            The browser posts <Code>token</Code>, <Code>expires_at</Code> and <Code>state</Code> to the tool’s
            registered connect URL. They never appear in a URL.
          </li>
          <li>
            The tool compares <Code>state</Code>, and its back end exchanges the token at{" "}
            <Code>POST /api/public/federation/exchange</Code>. The answer is read from the database at that moment: a
            removed member or a revoked session is 401.
          </li>
        </ol>
      </Section>
    </>
  );
}

function Code({ children }: { children: string }) {
  return <code className="font-mono text-[0.8125rem] text-ink wrap-anywhere">{children}</code>;
}
