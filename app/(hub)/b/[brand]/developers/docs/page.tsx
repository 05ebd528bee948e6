import { BookOpen, Braces, Package } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ApiExplorer } from "@/components/developers/docs/api-explorer";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Section } from "@/components/ui/section";
import { TextLink } from "@/components/ui/text-link";
import { kitFile } from "@/lib/api/docs/server";
import { brandPage } from "@/lib/web/auth/brand-page";
import type { BrandPageProps } from "../../page-input";

export const metadata: Metadata = { title: "API documentation" };

const OPENAPI = "/api/public/v1/docs/openapi.json";
const PDF = "/api/public/v1/docs/api.pdf";
const KIT = "/contract-kit.tar.gz";

export default async function DocsPage({ params }: BrandPageProps) {
  await brandPage((await params).brand, "/developers/docs");
  const kit = await kitFile("contract-kit.tar.gz");
  return (
    <>
      <PageHeader
        title="API documentation"
        description="All of it is made from one contract, so that no two of these can disagree."
      />
      <ul className="grid gap-4 lg:grid-cols-3">
        <Download icon={<BookOpen />} title="To read" href={PDF} link="The API as a PDF">
          Every operation with examples, authentication, limits, webhooks and versioning.
        </Download>
        <Download icon={<Braces />} title="For machines" href={OPENAPI} link="The OpenAPI 3.1 file">
          For generators, gateways and test tools.
        </Download>
        <Download
          icon={<Package />}
          title="For child tools"
          href={KIT}
          link={`The contract kit, ${Math.ceil((kit?.bytes.byteLength ?? 0) / 1024)} KB`}
        >
          TypeScript to copy into a tool: schemas, a client that retries, the bundle cache, webhook verification.
        </Download>
      </ul>
      {kit && (
        <CodeBlock label="SHA-256 of the contract kit" code={`${kit.sha256}  brand-identity-hub-contract.tar.gz`} />
      )}
      <Section
        title="Try it"
        description="Requests go from this browser to this hub, and count against the credential’s budget."
      >
        <Notice tone="warning" className="mb-4">
          Credentials belong into back ends. Enter one here only if it may be seen in this browser, such as a key you
          revoke afterwards.
        </Notice>
        <ApiExplorer documentPath={OPENAPI} />
      </Section>
    </>
  );
}

type DownloadProps = { icon: ReactNode; title: string; href: string; link: string; children: ReactNode };

function Download({ icon, title, href, link, children }: DownloadProps) {
  return (
    <Card
      as="li"
      title={
        <span className="flex items-center gap-2 [&_svg]:size-4 [&_svg]:text-muted">
          {icon} {title}
        </span>
      }
    >
      <p className="mb-3 text-muted">{children}</p>
      <TextLink href={href} prefetch={false} download={href === KIT} external={href !== KIT}>
        {link}
      </TextLink>
    </Card>
  );
}
