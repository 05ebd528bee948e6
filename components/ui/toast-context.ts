"use client";

import { createContext, useContext } from "react";

export type Toast = {
  title: string;
  description?: string;
  tone?: "neutral" | "success" | "danger";
  action?: { label: string; onSelect: () => void };
};

export type ShowToast = (toast: Toast) => void;

export const ToastContext = createContext<ShowToast | null>(null);

/** Returns a function that shows and announces a message. Errors and messages with an action stay until dismissed. */
export function useToast(): ShowToast {
  const show = useContext(ToastContext);
  if (!show) throw new Error("useToast needs a ToastProvider above it");
  return show;
}

/** What follows a success: the title of a toast, or a function that may return one. */
export type OnOk<Data> = string | ((data: Data, message?: string) => unknown);

export function useOnOk() {
  const toast = useToast();
  return <Data>(onOk: OnOk<Data>, data: Data, message?: string) => {
    const title = typeof onOk === "function" ? onOk(data, message) : onOk;
    if (typeof title === "string") toast({ tone: "success", title });
  };
}
