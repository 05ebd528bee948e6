import { Button, type ButtonProps } from "./button";

type RowButtonProps = Omit<ButtonProps, "aria-label" | "size" | "children"> & {
  verb: string;
  /** Follows the verb in the accessible name: what the button acts on. */
  of: string;
};

/** A small button of a row or card. */
export function RowButton({ verb, of, ...rest }: RowButtonProps) {
  return (
    <Button {...rest} size="sm" aria-label={`${verb} ${of}`}>
      {verb}
    </Button>
  );
}
