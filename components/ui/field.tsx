"use client";

import { type ComponentProps, createContext, type ReactNode, useContext, useId, useMemo } from "react";
import { useContentAttributes } from "./content-text";
import { errorText, type FieldError, FieldNote, Label } from "./field-parts";
import { useEditedValue } from "./hooks";
import { controlClass, cx, joinIds, readOnlyClass } from "./styles";

type FieldWiring = { id: string; labelId: string; describedBy?: string; invalid: boolean; required: boolean };

const FieldContext = createContext<FieldWiring | null>(null);

type OwnWiring = {
  id?: string;
  "aria-describedby"?: string;
  "aria-labelledby"?: string;
  "aria-label"?: string;
};

/**
 * Returns the attributes that connect a control to its Field. The control's own attributes win.
 */
export function useFieldControl(own: OwnWiring) {
  const field = useContext(FieldContext);
  return {
    labelId: own["aria-labelledby"] ?? (own["aria-label"] ? undefined : field?.labelId),
    wiring: {
      id: own.id ?? field?.id,
      "aria-describedby": joinIds(own["aria-describedby"], field?.describedBy),
      "aria-invalid": field?.invalid || undefined,
      "aria-required": field?.required || undefined,
    },
  };
}

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: FieldError;
  required?: boolean;
  optional?: boolean;
  aside?: ReactNode;
  id?: string;
  className?: string;
  children: ReactNode;
};

/** Connects label, hint and error to the control inside through context. `aside` is shown next to the label. */
export function Field(props: FieldProps) {
  const { label, hint, error, required = false, optional, aside, className, children } = props;
  const generated = useId();
  const id = props.id ?? generated;
  const invalid = errorText(error) !== "";
  const ids = useMemo(() => ({ hint: `${id}-hint`, error: `${id}-error` }), [id]);
  const wiring = useMemo(
    () => ({
      id,
      labelId: `${id}-label`,
      describedBy: joinIds(hint ? ids.hint : null, invalid && ids.error),
      invalid,
      required,
    }),
    [id, ids, hint, invalid, required],
  );
  return (
    <FieldContext value={wiring}>
      <div className={cx("flex min-w-0 flex-col gap-1.5", className)}>
        <div className="flex items-baseline justify-between gap-3">
          <Label htmlFor={id} id={wiring.labelId} optional={optional}>
            {label}
          </Label>
          {aside ? <span className="text-[0.8125rem] text-muted">{aside}</span> : null}
        </div>
        {children}
        <FieldNote hint={hint} error={error} ids={ids} />
      </div>
    </FieldContext>
  );
}

type InputProps = Omit<ComponentProps<"input">, "size" | "disabled" | "prefix"> & {
  mono?: boolean;
  leading?: ReactNode;
  trailing?: ReactNode;
};

/** A text input, connected to the Field around it. `leading` and `trailing` are inside its edges. */
export function Input({ mono = false, leading, trailing, className, readOnly, ...rest }: InputProps) {
  const { wiring } = useFieldControl(rest);
  const content = useContentAttributes();
  const isProse = !mono && (rest.type ?? "text") === "text";
  const input = (
    <input
      {...(isProse && content)}
      {...rest}
      {...wiring}
      readOnly={readOnly}
      className={cx(
        controlClass,
        readOnlyClass,
        "h-9",
        leading ? "pl-9" : "pl-3",
        trailing ? "pr-10" : "pr-3",
        mono && "font-mono",
        !leading && !trailing && className,
      )}
    />
  );
  if (!leading && !trailing) return input;
  return (
    <span className={cx("relative flex min-w-0 items-center", className)}>
      {leading ? (
        <span className="pointer-events-none absolute left-3 text-faint [&_svg]:size-4">{leading}</span>
      ) : null}
      {input}
      {trailing ? <span className="absolute right-1 flex items-center text-faint">{trailing}</span> : null}
    </span>
  );
}

type EditedFieldProps<Value extends string | number> = Omit<InputProps, "value" | "onChange"> & {
  label: string;
  hint?: string;
  value: Value;
  read: (text: string) => Value | { error: string };
  onChange: (value: Value) => void;
};

/** A field that only commits texts that `read` accepts. */
export function EditedField<Value extends string | number>(props: EditedFieldProps<Value>) {
  const { label, hint, className, value, read, onChange, ...input } = props;
  const { text, setText, error } = useEditedValue(value, read, onChange);
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      <Input autoComplete="off" {...input} value={text} onChange={(event) => setText(event.target.value)} />
    </Field>
  );
}

const NumberUnit = ({ children }: { children: string }) => <span className="pr-2">{children}</span>;

type NumberFieldProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  unit?: string;
  onChange: (value: number) => void;
};

/** A number input that only commits values in range. */
export function NumberField({ min, max, step = 1, unit, ...field }: NumberFieldProps) {
  const whole = step === 1;
  const read = (text: string) => {
    const number = Number(text);
    const valid = text.trim() !== "" && number >= min && number <= max && (!whole || Number.isInteger(number));
    return valid
      ? number
      : { error: `Enter a ${whole ? "whole " : ""}number from ${String(min).replace("-", "−")} to ${max}.` };
  };
  return (
    <EditedField
      {...field}
      read={read}
      type="number"
      inputMode="decimal"
      min={min}
      max={max}
      step={step}
      trailing={unit && <NumberUnit>{unit}</NumberUnit>}
    />
  );
}

type MeasureFieldProps = {
  label: string;
  value: number | undefined;
  max: number;
  whole?: boolean;
  unit?: string;
  onChange: (value: number | undefined) => void;
};

export function MeasureField({ label, value, max, whole = false, unit = "px", onChange }: MeasureFieldProps) {
  const read = (text: string) => {
    const number = Number(text);
    const valid = text.trim() === "" || (number > 0 && number <= max && (!whole || Number.isInteger(number)));
    return valid ? text.trim() : { error: `Enter a ${whole ? "whole " : ""}number up to ${max}, or leave it empty.` };
  };
  return (
    <EditedField
      label={label}
      value={value === undefined ? "" : String(value)}
      read={read}
      onChange={(next) => onChange(next === "" ? undefined : Number(next))}
      type="number"
      inputMode="decimal"
      step={whole ? 1 : 0.25}
      trailing={<NumberUnit>{unit}</NumberUnit>}
    />
  );
}

type TextareaProps = Omit<ComponentProps<"textarea">, "disabled"> & { mono?: boolean };

/** Grows with its text from `rows` up. Connected to the Field around it. */
export function Textarea({ mono = false, rows = 3, className, readOnly, ...rest }: TextareaProps) {
  const { wiring } = useFieldControl(rest);
  const content = useContentAttributes();
  return (
    <textarea
      {...(!mono && content)}
      {...rest}
      {...wiring}
      rows={rows}
      readOnly={readOnly}
      style={{ minHeight: `${rows * 1.25 + 1.125}rem` }}
      className={cx(
        controlClass,
        readOnlyClass,
        "field-sizing-content max-h-96 px-3 py-2",
        mono && "font-mono",
        className,
      )}
    />
  );
}
