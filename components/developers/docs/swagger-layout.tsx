"use client";

import type { ComponentType } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { ListLoading } from "@/components/ui/list-loading";

/** What Swagger UI hands to its layout, as far as this one uses it. */
type LayoutProps = {
  getComponent: (name: string, connected?: boolean) => ComponentType;
  specSelectors: { loadingStatus: () => string };
};

/**
 * The operations and the way to authorise, and nothing that the page around already has: no title, no list of one server,
 * and no second `<main>`.
 */
export function HubLayout({ getComponent, specSelectors }: LayoutProps) {
  const status = specSelectors.loadingStatus();
  if (status === "failed") return <ErrorState level={3} title="The API’s description could not be loaded" />;
  if (status !== "success") return <ListLoading label="Loading the operations" />;
  const [Icons, Errors, Authorize, Operations, Webhooks] = [
    getComponent("SvgAssets"),
    getComponent("errors", true),
    getComponent("AuthorizeBtnContainer", true),
    getComponent("operations", true),
    getComponent("Webhooks", true),
  ];
  return (
    <div className="swagger-ui">
      <Icons />
      <Errors />
      <Authorize />
      <Operations />
      <Webhooks />
    </div>
  );
}
