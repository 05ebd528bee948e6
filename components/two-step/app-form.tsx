"use client";

import { CodeInput } from "@/components/auth/code-input";
import { CodeBlock } from "@/components/ui/code-block";
import { DialogForm } from "@/components/ui/dialog-form";
import { Field } from "@/components/ui/field";
import { useFormResult } from "@/components/ui/use-form-result";
import type { AppSetUp } from "@/lib/account";
import type { FactorActions, NewCodes } from "./types";

type AppFormProps = {
  setUp: AppSetUp;
  confirm: FactorActions["confirmApp"];
  onConfirmed: (made: NewCodes) => void;
};

/** The secret for the app, as a QR code and to type; it counts once a code of it is given. */
export function AppForm({ setUp, confirm, onConfirmed }: AppFormProps) {
  const form = useFormResult(confirm, onConfirmed, ["code"]);
  const { size, path } = setUp.qr;
  return (
    <DialogForm form={form} submitLabel="Confirm" pendingLabel="Confirming…">
      <input type="hidden" name="setUp" value={setUp.setUp} />
      {/* White in both themes: cameras look for dark on light. */}
      <svg
        role="img"
        aria-label="QR code for your authenticator app"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="mx-auto size-52 rounded-lg border border-line bg-white"
      >
        <path d={path} fill="black" />
      </svg>
      <CodeBlock code={setUp.key} label="Key, to type instead" />
      <Field
        label="Code"
        required
        hint="The six digits that the app shows for this hub now."
        error={form.errorOf("code")}
      >
        <CodeInput name="code" inputMode="numeric" />
      </Field>
    </DialogForm>
  );
}
