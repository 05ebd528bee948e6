import type { ReactNode } from "react";
import { DeveloperNav } from "@/components/developers/developer-nav";

type DevelopersLayoutProps = { children: ReactNode; params: Promise<{ brand: string }> };

export default async function DevelopersLayout({ children, params }: DevelopersLayoutProps) {
  const { brand } = await params;
  return (
    <div className="flex flex-col gap-7">
      <DeveloperNav base={`/b/${brand}/developers`} />
      {children}
    </div>
  );
}
