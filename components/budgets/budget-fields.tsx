import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { FormState } from "@/components/ui/use-form-result";
import { BUDGET_BOUNDS, type CredentialBudget, type OwnBudget } from "@/lib/platform/limits/credential-budget";

const FIELDS = [
  { figure: "perMinute", label: "Requests in any minute" },
  { figure: "concurrent", label: "Requests at a time" },
] as const;

/** What a form calls each figure, for `useFormResult`. */
export const BUDGET_FIELDS = FIELDS.map(({ figure }) => figure);

const figureText = (value: number) => (value === 0 ? "any number" : value.toLocaleString("en"));

type BudgetFieldsProps = {
  own: OwnBudget;
  /** What counts where a field is left empty. */
  hub: CredentialBudget;
  ceiling?: CredentialBudget;
  errorOf: FormState["errorOf"];
};

/** The two figures of a credential's own request budget; an empty one leaves the hub's in force. */
export function BudgetFields({ own, hub, ceiling = BUDGET_BOUNDS, errorOf }: BudgetFieldsProps) {
  return FIELDS.map(({ figure, label }) => (
    <Field
      key={figure}
      label={label}
      hint={`Empty: as the hub has it, ${figureText(hub[figure])}. At most ${figureText(ceiling[figure])}.`}
      error={errorOf(figure)}
    >
      <Input
        name={figure}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-40"
        defaultValue={own[figure] ?? ""}
        placeholder={figureText(hub[figure])}
      />
    </Field>
  ));
}
