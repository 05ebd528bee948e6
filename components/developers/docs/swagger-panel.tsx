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
import { Field, Input } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { ListLoading } from "@/components/ui/loading";
import { CREDENTIALS, type Credential } from "@/lib/contract";

type Children = { children?: ReactNode };
type TextAreaProps = ComponentProps<"textarea">;

/** Swagger UI's example select has no accessible name. */
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

/** Swagger UI's request body field has no accessible name. */
const withBodyLabel = (Original: ComponentType<TextAreaProps>) =>
  function LabelledBody(props: TextAreaProps) {
    return <Original aria-label="Request body" {...props} />;
  };

/** Without a title, a schema's toggle button has no accessible name. */
const withSchemaName = (Original: ComponentType<Children>) =>
  function NamedSchema({ children, ...rest }: Children) {
    return (
      <Original {...rest}>
        {children}
        <span className="sr-only"> schema</span>
      </Original>
    );
  };

/** Swagger UI marks response tables as regions without a name, one per operation. */
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

type LayoutProps = {
  getComponent: (name: string, connected?: boolean) => ComponentType;
  specSelectors: { loadingStatus: () => string };
};

/** Omits Swagger UI's title, server list and `<main>`, which the page already has. */
function HubLayout({ getComponent, specSelectors }: LayoutProps) {
  const status = specSelectors.loadingStatus();
  if (status === "failed") return <ErrorState level={3} title="Can’t load the API description" />;
  if (status !== "success") return <ListLoading label="Loading operations" />;
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

type Schemes = { entrySeq: () => Iterable<[name: Credential, schema: unknown]> };

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

/** Asks for all credentials of an operation, in one form. */
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
    if (entered.length === 0) return setProblem("Enter a credential.");
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
      onOpenChange={(open) => open || close()}
      title="Credentials"
      description="Kept on this page only, until you leave it."
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
              placeholder={inUse.includes(name) ? "Enter a new one to replace it" : undefined}
            />
          </Field>
        ))}
        <DialogFooter>
          {inUse.length > 0 ? (
            <Button variant="ghost" onClick={forget}>
              Remove credentials
            </Button>
          ) : null}
          <DialogClose />
          <Button type="submit" variant="primary">
            Use credentials
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

/** Same-origin URL, because the page can't call any other origin. */
function atThisOrigin(url: string): string {
  const { pathname, search } = new URL(url, window.location.href);
  return `${window.location.origin}${pathname}${search}`;
}

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
