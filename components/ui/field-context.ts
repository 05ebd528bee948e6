"use client";

import { createContext, useContext } from "react";
import { joinIds } from "./cx";
import { useDisabledScope } from "./disabled-scope";

export type FieldWiring = { id: string; labelId: string; describedBy?: string; invalid: boolean; required: boolean };

/** Connects a Field to the control inside it. */
export const FieldContext = createContext<FieldWiring | null>(null);

type OwnWiring = {
  id?: string;
  "aria-describedby"?: string;
  "aria-labelledby"?: string;
  "aria-label"?: string;
};

/**
 * Returns the attributes that connect a control to its Field and DisabledScope. The control's own attributes win.
 * `blocked` means that the value must not change.
 */
export function useFieldControl(own: OwnWiring) {
  const field = useContext(FieldContext);
  const scope = useDisabledScope();
  return {
    blocked: scope !== null,
    labelId: own["aria-labelledby"] ?? (own["aria-label"] ? undefined : field?.labelId),
    wiring: {
      id: own.id ?? field?.id,
      "aria-describedby": joinIds(own["aria-describedby"], field?.describedBy, scope?.reasonId),
      "aria-invalid": field?.invalid || undefined,
      "aria-required": field?.required || undefined,
    },
  };
}
