"use client";

import { AlertDialog } from "radix-ui";
import { type FormEvent, type ReactElement, type ReactNode, useState, useTransition } from "react";
import { Button } from "./button";
import { DialogFooter } from "./dialog";
import { Field } from "./field";
import { FormMessage } from "./form-message";
import { Input } from "./input";
import { overlayClass } from "./overlay-style";
import { useReturnFocus } from "./use-return-focus";

export type ConfirmResult = { error?: string } | undefined;

type ConfirmDialogProps = {
  title: ReactNode;
  effect: ReactNode;
  confirmLabel: string;
  onConfirm: () => Promise<ConfirmResult>;
  typedConfirmation?: string;
  tone?: "danger" | "primary";
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children?: ReactNode;
};

/**
 * Asks before an act that cannot be taken back lightly, and names its `effect`. The confirm button stays busy until `onConfirm` has
 * settled; an `{ error }` it returns is shown and announced and the dialog stays. With `typedConfirmation` that text must be typed first.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [ownOpen, setOwnOpen] = useState(false);
  const returnFocus = useReturnFocus();
  const open = props.open ?? ownOpen;
  const setOpen = (next: boolean) => {
    setOwnOpen(next);
    props.onOpenChange?.(next);
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={setOpen}>
      {props.trigger ? <AlertDialog.Trigger asChild>{props.trigger}</AlertDialog.Trigger> : null}
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content
          {...returnFocus}
          className="fixed inset-x-0 bottom-0 z-50 mx-auto max-h-[88dvh] w-full animate-rise-in overflow-y-auto rounded-t-2xl border border-line bg-raised p-5 shadow-floating sm:top-[18dvh] sm:bottom-auto sm:max-w-md sm:rounded-2xl"
        >
          <AlertDialog.Title className="font-semibold text-base">{props.title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-1.5 text-muted">{props.effect}</div>
          </AlertDialog.Description>
          <ConfirmForm {...props} close={() => setOpen(false)} />
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function ConfirmForm(props: ConfirmDialogProps & { close: () => void }) {
  const { confirmLabel, onConfirm, typedConfirmation, tone = "danger", children, close } = props;
  const [typed, setTyped] = useState("");
  const [error, setError] = useState("");
  const [pending, startTransition] = useTransition();
  const missing = typedConfirmation !== undefined && typed.trim() !== typedConfirmation;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setError("");
    startTransition(async () => {
      const result = await onConfirm();
      if (result?.error) setError(result.error);
      else close();
    });
  };
  return (
    <form onSubmit={submit} className="mt-4 flex flex-col gap-4">
      {children}
      {typedConfirmation === undefined ? null : (
        <Field label={<TypeThis text={typedConfirmation} />}>
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
      )}
      <FormMessage>{error}</FormMessage>
      <DialogFooter>
        <AlertDialog.Cancel asChild>
          <Button>Cancel</Button>
        </AlertDialog.Cancel>
        <Button
          type="submit"
          variant={tone}
          pending={pending}
          disabledReason={missing ? `Type “${typedConfirmation}” first` : undefined}
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </form>
  );
}

function TypeThis({ text }: { text: string }) {
  return (
    <span className="font-normal text-muted">
      Type <strong className="font-medium text-ink wrap-anywhere">{text}</strong> to confirm
    </span>
  );
}
