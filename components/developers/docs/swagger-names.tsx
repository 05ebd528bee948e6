"use client";

import { type ComponentProps, type ComponentType, type ReactNode, useEffect, useRef } from "react";

type Children = { children?: ReactNode };
type TextAreaProps = ComponentProps<"textarea">;

/** Swagger UI leaves its choice of examples without a name. */
export const withExampleLabel = (Original: ComponentType<Children>) =>
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
export const withBodyLabel = (Original: ComponentType<TextAreaProps>) =>
  function LabelledBody(props: TextAreaProps) {
    return <Original aria-label="Request body" {...props} />;
  };

/** A schema without a title leaves the button that opens it without a name. */
export const withSchemaName = (Original: ComponentType<Children>) =>
  function NamedSchema({ children, ...rest }: Children) {
    return (
      <Original {...rest}>
        {children}
        <span className="sr-only"> schema</span>
      </Original>
    );
  };

/** Swagger UI calls its tables of answers regions, of which every operation would add one without a name. */
export const withPlainTables = (Original: ComponentType<Children>) =>
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
