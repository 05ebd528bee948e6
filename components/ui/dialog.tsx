"use client";

import { Dialog as RadixDialog } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { CloseButton } from "./close-button";
import { cx } from "./cx";
import { keepOpenForToasts } from "./keep-open-for-toasts";
import { overlayClass } from "./styles";
import { useReturnFocus } from "./use-return-focus";

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
 * A modal that holds the focus and gives it back to what opened it. With `dismissible={false}` neither Escape nor a press
 * outside closes it and there is no cross: only a DialogClose or the caller does.
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
          <div className="min-h-0 grow overflow-y-auto px-5 pt-1 pb-5">{children}</div>
          {footer ? <DialogFooter attached>{footer}</DialogFooter> : null}
          {dismissible ? <CloseButton /> : null}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** The row of actions of a dialog or of a form in it; the main one stands last (first on phones, where they are stacked). */
export function DialogFooter({ attached = false, children }: { attached?: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        "flex flex-col-reverse gap-2 sm:flex-row sm:justify-end",
        attached ? "border-line border-t px-5 py-3.5" : "mt-1",
      )}
    >
      {children}
    </div>
  );
}

export function DialogClose({ children }: { children: ReactElement }) {
  return <RadixDialog.Close asChild>{children}</RadixDialog.Close>;
}
