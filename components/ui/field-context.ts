"use client";

import { createContext, useContext } from "react";
import { joinIds } from "./cx";
import { useDisabledScope } from "./disabled-scope";

export type FieldWiring = { id: string; labelId: string; describedBy?: string; invalid: boolean; required: boolean };

/** What a Field tells the one control inside it. */
export const FieldContext = createContext<FieldWiring | null>(null);

type OwnWiring = {
  id?: string;
  "aria-describedby"?: string;
  "aria-labelledby"?: string;
  "aria-label"?: string;
};

/**
 * The attributes that tie a control to its Field (id, description, error, required) and to a DisabledScope around it; what the
 * control was given itself wins. `blocked` says that its value must not change.
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
