"use client";

import { useTheme } from "next-themes";
import { useEffect } from "react";
import SwaggerUI from "swagger-ui-react";
import "swagger-ui-react/swagger-ui.css";
import { CredentialsDialog } from "./swagger-credentials";
import { HubLayout } from "./swagger-layout";
import { withBodyLabel, withExampleLabel, withPlainTables, withSchemaName } from "./swagger-names";
import "./swagger-panel.css";

/** The class by which Swagger UI's own style sheet turns dark. */
const DARK_CLASS = "dark-mode";

/** Makes Swagger UI a part of a page of the hub. */
const PLUGINS = [
  {
    components: { HubLayout, authorizationPopup: CredentialsDialog },
    wrapComponents: {
      TextArea: withBodyLabel,
      ExamplesSelect: withExampleLabel,
      JSONSchema202012Accordion: withSchemaName,
      responses: withPlainTables,
    },
  },
];

/** The URL in this browser's own origin, which is the only one that the page may call. */
function atThisOrigin(url: string): string {
  const { pathname, search } = new URL(url, window.location.href);
  return `${window.location.origin}${pathname}${search}`;
}

/** Swagger UI on this hub's own description of its API. What is entered there stays on the page and is gone with it. */
export default function SwaggerPanel({ documentPath }: { documentPath: string }) {
  const { resolvedTheme } = useTheme();
  useEffect(() => {
    const { classList } = document.documentElement;
    classList.toggle(DARK_CLASS, resolvedTheme === "dark");
    return () => classList.remove(DARK_CLASS);
  }, [resolvedTheme]);
  return (
    <SwaggerUI
      url={documentPath}
      layout="HubLayout"
      plugins={PLUGINS}
      docExpansion="list"
      defaultModelsExpandDepth={-1}
      displayRequestDuration
      persistAuthorization={false}
      requestInterceptor={(request) => Object.assign(request, { url: atThisOrigin(request.url) })}
    />
  );
}
