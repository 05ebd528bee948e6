"use client";

import type { ComponentType } from "react";
import { Dialog } from "@/components/ui/dialog";

/** Credentials of one kind, as Swagger UI keeps them. */
type Definitions = { keySeq: () => { first: () => string } };

/** What Swagger UI hands to the place where credentials are entered, as far as this one uses it. */
type CredentialsProps = {
  authSelectors: { shownDefinitions: () => { valueSeq: () => Iterable<Definitions> } };
  authActions: { showDefinitions: (shown: false) => void };
  errSelectors: unknown;
  specSelectors: unknown;
  getComponent: (name: string) => ComponentType<Record<string, unknown>>;
  fn: { AST?: unknown };
};

/** The credentials of the API in a dialog of the hub's own, which holds the focus and gives it back. */
export function CredentialsDialog({ authSelectors, authActions, getComponent, fn, ...rest }: CredentialsProps) {
  const Credentials = getComponent("auths");
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) authActions.showDefinitions(false);
      }}
      title="Credentials"
      description="They stay on this page, and are gone when you leave it."
      size="md"
    >
      <div className="swagger-ui">
        {[...authSelectors.shownDefinitions().valueSeq()].map((definitions) => (
          <Credentials
            key={definitions.keySeq().first()}
            definitions={definitions}
            AST={fn.AST ?? {}}
            getComponent={getComponent}
            authSelectors={authSelectors}
            authActions={authActions}
            {...rest}
          />
        ))}
      </div>
    </Dialog>
  );
}
