import { Button, type ButtonProps } from "./button";

type RowButtonProps = Omit<ButtonProps, "aria-label" | "size" | "children"> & {
  verb: string;
  /** What it does, where its one word does not say it. */
  doing?: string;
  /** The row's, whose name others may have too. */
  target: { name: string; form: string };
};

/** A button that stands in every row of a list: read aloud it says which row it is about. */
export function RowButton({ verb, doing = verb, target, ...rest }: RowButtonProps) {
  return (
    <Button {...rest} size="sm" aria-label={`${doing} ${target.name} (${target.form})`}>
      {verb}
    </Button>
  );
}
