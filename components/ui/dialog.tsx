"use client";

import { X } from "lucide-react";
import { Dialog as RadixDialog } from "radix-ui";
import { createContext, type ReactElement, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import type { FormResult } from "@/lib/web/actions/form-result";
import { keepOpenForToasts } from "./browser";
import { Button, SubmitButton } from "./button";
import { FormMessage } from "./field-parts";
import { type FormState, useFormResult } from "./form";
import { buttonClass, cx, overlayClass } from "./styles";
import type { OnOk } from "./toast-context";

type DialogProps = {
  title: ReactNode;
  description?: ReactNode;
  trigger?: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  dismissible?: boolean;
  size?: "sm" | "md" | "lg";
  footer?: ReactNode;
  children?: ReactNode;
};

const widths = { sm: "sm:max-w-md", md: "sm:max-w-xl", lg: "sm:max-w-4xl" };

/**
 * A modal that traps the focus and returns it on closing. With `dismissible={false}` only a DialogClose or the caller
 * closes it.
 */
export function Dialog(props: DialogProps) {
  const { title, description, trigger, open, onOpenChange, dismissible = true, size = "sm", footer, children } = props;
  const hold = (event: Event) => event.preventDefault();
  const returnFocus = useReturnFocus();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      {trigger ? <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger> : null}
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={overlayClass} />
        <RadixDialog.Content
          {...returnFocus}
          {...(description ? {} : { "aria-describedby": undefined })}
          onEscapeKeyDown={dismissible ? undefined : hold}
          onInteractOutside={dismissible ? keepOpenForToasts : hold}
          className={cx(
            "fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[88dvh] w-full animate-rise-in flex-col rounded-t-2xl border border-line bg-raised shadow-floating sm:top-[12dvh] sm:bottom-auto sm:max-h-[76dvh] sm:rounded-2xl",
            widths[size],
          )}
        >
          <header className={cx("px-5 pt-4.5 pb-3", dismissible && "pr-14")}>
            <div className="min-w-0">
              <RadixDialog.Title className="font-semibold text-base wrap-anywhere">{title}</RadixDialog.Title>
              {description ? (
                <RadixDialog.Description className="mt-1 text-muted">{description}</RadixDialog.Description>
              ) : null}
            </div>
          </header>
          <div data-dialog-body="" className="min-h-0 grow overflow-y-auto px-5 pt-1 pb-5">
            {children}
          </div>
          {footer ? <DialogFooter attached>{footer}</DialogFooter> : null}
          {dismissible ? <CloseButton /> : null}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Last in the markup, so opening a dialog doesn't focus it first. */
export function CloseButton() {
  return (
    <RadixDialog.Close
      aria-label="Close"
      className={buttonClass({ variant: "ghost", size: "sm", square: true, className: "absolute top-3 right-3" })}
    >
      <X aria-hidden="true" />
    </RadixDialog.Close>
  );
}

/** The buttons of a dialog. Put the main one last. On phones it appears first. */
export function DialogFooter({ attached = false, children }: { attached?: boolean; children: ReactNode }) {
  return (
    <div
      data-dialog-footer=""
      className={cx(
        "flex flex-col-reverse gap-2 sm:flex-row sm:justify-end",
        attached ? "border-line border-t px-5 py-3.5" : "mt-1",
      )}
    >
      {children}
    </div>
  );
}

export function DialogClose({ children = "Cancel" }: { children?: string }) {
  return (
    <RadixDialog.Close asChild>
      <Button>{children}</Button>
    </RadixDialog.Close>
  );
}

type DialogFormProps = {
  form: FormState;
  submitLabel: string;
  pendingLabel: string;
  /** The fields. Each shows `form.errorOf` its name. */
  children: ReactNode;
};

export function DialogForm({ form, submitLabel, pendingLabel, children }: DialogFormProps) {
  return (
    <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
      <FormMessage>{form.message}</FormMessage>
      {children}
      <DialogFooter>
        <DialogClose />
        <SubmitButton pending={form.pending} pendingLabel={pendingLabel}>
          {submitLabel}
        </SubmitButton>
      </DialogFooter>
    </form>
  );
}

type ActionFormProps<Data> = Omit<DialogFormProps, "form" | "children"> & {
  act: (form: FormData) => Promise<FormResult<Data>>;
  onOk: OnOk<Data>;
  /** Names of the fields that show their own errors. */
  fields?: readonly string[];
  children: ReactNode | ((errorOf: FormState["errorOf"]) => ReactNode);
};

/** A dialog's form that calls a server action. */
export function ActionForm<Data>({ act, onOk, fields, children, ...rest }: ActionFormProps<Data>) {
  const form = useFormResult(act, onOk, fields);
  return (
    <DialogForm {...rest} form={form}>
      {typeof children === "function" ? children(form.errorOf) : children}
    </DialogForm>
  );
}

/**
 * State of a page's dialogs. Keep it above the page's lists, so that updates don't unmount a dialog. Closing returns
 * the focus to the opener, or to the page if that is gone.
 */
export function useDialogSteps<Step>() {
  const [step, setStep] = useState<Step | null>(null);
  const opener = useRef<Element | null>(null);
  const returning = useRef(0);
  const show = useCallback((next: Step) => {
    cancelAnimationFrame(returning.current);
    setStep(next);
  }, []);
  const open = useCallback(
    (next: Step) => {
      opener.current = document.activeElement;
      show(next);
    },
    [show],
  );
  const close = useCallback(() => {
    setStep(null);
    returning.current = requestAnimationFrame(() => {
      const back = opener.current?.isConnected ? opener.current : document.getElementById("content");
      if (back instanceof HTMLElement) back.focus();
    });
  }, []);
  const onOpenChange = (next: boolean) => next || close();
  return { step, open, show, close, onOpenChange };
}

/** Creates a context that lets components below open one of the dialogs. */
export function createOpener<Step>() {
  const OpenContext = createContext<((step: Step) => void) | null>(null);
  function useOpen(): (step: Step) => void {
    const open = useContext(OpenContext);
    if (!open) throw new Error("useOpen needs a dialog provider above it");
    return open;
  }
  return [OpenContext, useOpen] as const;
}

/** Focuses `data-focus-first` instead of the first element. `autoFocus` would lose track of what had focus before. */
function focusMarked(event: Event): boolean {
  const marked = event.target instanceof HTMLElement && event.target.querySelector<HTMLElement>("[data-focus-first]");
  if (!marked) return false;
  event.preventDefault();
  marked.focus();
  return true;
}

/** Focuses the chosen radio instead of the first one, as the Tab key does. */
function focusChosenRadio(event: Event): void {
  if (!(event.target instanceof HTMLElement)) return;
  const first = event.target.querySelector("input:not([type=hidden]), select, textarea, button, a[href]");
  if (!(first instanceof HTMLInputElement) || first.type !== "radio" || first.checked) return;
  const chosen = event.target.querySelector<HTMLInputElement>(`input[name="${CSS.escape(first.name)}"]:checked`);
  if (!chosen) return;
  event.preventDefault();
  chosen.focus();
}

/**
 * Returns the focus on closing to what had it before. If that is gone or hidden, focuses the nearest focusable
 * container, or the page's content. Radix only knows an overlay's own trigger.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  const around = useRef<Element[]>([]);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      around.current = focusableAround(opener.current);
      if (!focusMarked(event)) focusChosenRadio(event);
    },
    onCloseAutoFocus: (event: Event) => {
      const { current } = opener;
      const there = current instanceof HTMLElement && current !== document.body && current.checkVisibility();
      event.preventDefault();
      const left = around.current.find((element) => element.isConnected) ?? document.querySelector("main");
      const next = there ? current : left;
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    },
  };
}

/** Ancestors that scripts can focus, nearest first. */
function focusableAround(element: Element | null): Element[] {
  const nearest = element?.parentElement?.closest('[tabindex="-1"]') ?? null;
  return nearest ? [nearest, ...focusableAround(nearest)] : [];
}
