"use client";

import { useTheme } from "next-themes";
import {
  type ComponentProps,
  type ComponentType,
  type FormEvent,
  Fragment,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react";
import SwaggerUI from "swagger-ui-react";
import "swagger-ui-react/swagger-ui.css";
import "./swagger-panel.css";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogFooter } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { Input } from "@/components/ui/input";
import { ListLoading } from "@/components/ui/loading";
import { CREDENTIALS, type Credential } from "@/lib/contract";

type Children = { children?: ReactNode };
type TextAreaProps = ComponentProps<"textarea">;

/** Swagger UI leaves its choice of examples without a name. */
const withExampleLabel = (Original: ComponentType<Children>) =>
  function LabelledExamples(props: Children) {
    return (
      // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside the component
      <label className="examples-choice">
        <span className="sr-only">Example</span>
        <Original {...props} />
      </label>
    );
  };

/** The field of a request's body has no name either. */
const withBodyLabel = (Original: ComponentType<TextAreaProps>) =>
  function LabelledBody(props: TextAreaProps) {
    return <Original aria-label="Request body" {...props} />;
  };

/** A schema without a title leaves the button that opens it without a name. */
const withSchemaName = (Original: ComponentType<Children>) =>
  function NamedSchema({ children, ...rest }: Children) {
    return (
      <Original {...rest}>
        {children}
        <span className="sr-only"> schema</span>
      </Original>
    );
  };

/** Swagger UI calls its tables of answers regions, of which every operation would add one without a name. */
const withPlainTables = (Original: ComponentType<Children>) =>
  function PlainTables(props: Children) {
    const around = useRef<HTMLDivElement>(null);
    useEffect(() => {
      for (const table of around.current?.querySelectorAll("table[role=region]") ?? []) table.removeAttribute("role");
    });
    return (
      <div ref={around}>
        <Original {...props} />
      </div>
    );
  };

/** What Swagger UI hands to its layout, as far as this one uses it. */
type LayoutProps = {
  getComponent: (name: string, connected?: boolean) => ComponentType;
  specSelectors: { loadingStatus: () => string };
};

/**
 * The operations and the way to authorise, and nothing that the page around already has: no title, no list of one server,
 * and no second `<main>`.
 */
function HubLayout({ getComponent, specSelectors }: LayoutProps) {
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

/** Security schemes as Swagger UI keeps them. */
type Schemes = { entrySeq: () => Iterable<[name: Credential, schema: unknown]> };

/** What Swagger UI hands to the place where credentials are entered, as far as this one uses it. */
type CredentialsProps = {
  authSelectors: {
    shownDefinitions: () => { valueSeq: () => Iterable<Schemes> };
    authorized: () => { has: (name: string) => boolean };
  };
  authActions: {
    showDefinitions: (shown: false) => void;
    authorize: (entered: Record<string, { name: string; schema: unknown; value: string }>) => void;
    logout: (names: string[]) => void;
  };
};

/** Every credential that what was opened takes, in a dialog of the hub's own; each is one field of one form. */
function CredentialsDialog({ authSelectors, authActions }: CredentialsProps) {
  const [problem, setProblem] = useState("");
  const schemes = [...authSelectors.shownDefinitions().valueSeq()].flatMap((shown) => [...shown.entrySeq()]);
  const inUse = schemes.map(([name]) => name).filter((name) => authSelectors.authorized().has(name));
  const close = () => authActions.showDefinitions(false);

  const use = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const entered = schemes.flatMap(([name, schema]) => {
      const value = String(form.get(name)).trim();
      return value ? [[name, { name, schema, value }] as const] : [];
    });
    if (entered.length === 0) return setProblem("Enter a credential, or cancel.");
    authActions.authorize(Object.fromEntries(entered));
    close();
  };
  const forget = () => {
    authActions.logout(inUse);
    close();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) close();
      }}
      title="Credentials"
      description="They stay on this page, and are gone when you leave it."
      size="md"
    >
      <form onSubmit={use} className="flex flex-col gap-4">
        <FormMessage>{problem}</FormMessage>
        {schemes.map(([name]) => (
          <Field
            key={name}
            label={CREDENTIALS[name].title}
            hint={withCode(CREDENTIALS[name].description)}
            aside={inUse.includes(name) ? "In use" : null}
          >
            <Input
              name={name}
              type="password"
              mono
              autoComplete="off"
              placeholder={inUse.includes(name) ? "Enter another to replace it" : undefined}
            />
          </Field>
        ))}
        <DialogFooter>
          {inUse.length > 0 ? (
            <Button variant="ghost" onClick={forget}>
              Forget what is in use
            </Button>
          ) : null}
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="primary">
            Use for requests
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

const withCode = (text: string) =>
  text
    .split("`")
    .map((part, index) => (
      <Fragment key={part}>{index % 2 === 1 ? <code className="font-mono">{part}</code> : part}</Fragment>
    ));

/** The class by which Swagger UI's own style sheet turns dark. */
const DARK_CLASS = "dark-mode";

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
