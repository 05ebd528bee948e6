"use client";

import { AlertDialog } from "radix-ui";
import { type FormEvent, type ReactElement, type ReactNode, useState, useTransition } from "react";
import type { FormResult } from "@/lib/web/actions/form-result";
import { Button } from "./button";
import { DialogFooter, useReturnFocus } from "./dialog";
import { Field, Input } from "./field";
import { FormMessage } from "./field-parts";
import { reached } from "./reached";
import { overlayClass } from "./styles";
import { type OnOk, useOnOk } from "./toast-context";

type Consequence<Data> =
  | { act: () => Promise<FormResult<Data>>; onOk?: OnOk<Data> }
  | { act?: undefined; onOk: () => void };

export type ConfirmDialogProps<Data> = Consequence<Data> & {
  title: ReactNode;
  effect: ReactNode;
  confirmLabel: string;
  typedConfirmation?: string;
  tone?: "danger" | "primary";
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children?: ReactNode;
};

/**
 * Confirms an action and names its `effect`. The button is busy while `act` runs. Errors appear in the dialog;
 * otherwise it closes before `onOk`. With `typedConfirmation` that text must be typed first.
 */
export function ConfirmDialog<Data = void>(props: ConfirmDialogProps<Data>) {
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
          <AlertDialog.Title className="font-semibold text-base wrap-anywhere">{props.title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-1.5 text-muted">{props.effect}</div>
          </AlertDialog.Description>
          <ConfirmForm {...props} close={() => setOpen(false)} />
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function ConfirmForm<Data>(props: ConfirmDialogProps<Data> & { close: () => void }) {
  const { confirmLabel, typedConfirmation, tone = "danger", children, close } = props;
  const [typed, setTyped] = useState("");
  const [error, setError] = useState("");
  const [pending, startTransition] = useTransition();
  const succeed = useOnOk();
  const missing = typedConfirmation !== undefined && typed.trim() !== typedConfirmation;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setError("");
    const { act } = props;
    if (!act) {
      close();
      return props.onOk();
    }
    startTransition(async () => {
      const result = await reached(act);
      if (result.status === "error") return setError(result.message);
      close();
      if (props.onOk) succeed(props.onOk, result.data);
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
          disabledReason={missing ? `Type “${typedConfirmation}”` : undefined}
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
