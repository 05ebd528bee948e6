import { Button, type ButtonProps } from "./button";

type RowButtonProps = Omit<ButtonProps, "aria-label" | "size" | "children"> & {
  verb: string;
  /** A longer action for the accessible name. */
  doing?: string;
  /** Names may repeat, so `form` tells rows apart. */
  target: { name: string; form: string };
};

/** A table row's button. Its accessible name includes the row. */
export function RowButton({ verb, doing = verb, target, ...rest }: RowButtonProps) {
  return (
    <Button {...rest} size="sm" aria-label={`${doing} ${target.name} (${target.form})`}>
      {verb}
    </Button>
  );
}
