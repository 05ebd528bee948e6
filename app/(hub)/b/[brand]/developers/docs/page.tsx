import { BookOpen, Braces, Package } from "lucide-react";
import type { Metadata } from "next";
import type { ReactNode } from "react";
import { ApiExplorer } from "@/components/developers/docs/api-explorer";
import { Card, Section } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Notice } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { TextLink } from "@/components/ui/text";
import { kitFile } from "@/lib/api/docs/server";
import { brandPage } from "@/lib/web/auth/current-user";
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
      <PageHeader title="API documentation" />
      <ul className="grid gap-4 lg:grid-cols-3">
        <Download icon={<BookOpen />} title="Reference" href={PDF} link="Open API reference (PDF)">
          Every operation with examples, authentication, limits, webhooks and versioning.
        </Download>
        <Download icon={<Braces />} title="OpenAPI" href={OPENAPI} link="Open OpenAPI 3.1 document">
          For generators, gateways and test tools.
        </Download>
        <Download
          icon={<Package />}
          title="Contract kit"
          href={KIT}
          link={`Download contract kit, ${Math.ceil((kit?.bytes.byteLength ?? 0) / 1024)} KB`}
        >
          TypeScript for your tool: schemas, a client with retries, a bundle cache and webhook verification.
        </Download>
      </ul>
      {kit && (
        <CodeBlock label="SHA-256 of the contract kit" code={`${kit.sha256}  brand-identity-hub-contract.tar.gz`} />
      )}
      <Section
        title="Try it"
        description="Sends real requests from this browser. They count towards the credential’s limit."
      >
        <Notice tone="warning" className="mb-4">
          Credentials belong on your server. Only enter one that you can revoke afterwards.
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
