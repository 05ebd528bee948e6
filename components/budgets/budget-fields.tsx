import { Field, Input } from "@/components/ui/field";
import type { FormState } from "@/components/ui/form";
import { BUDGET_BOUNDS, type CredentialBudget, type OwnBudget } from "@/lib/platform/limits/credential-budget";

const FIELDS = [
  { figure: "perMinute", label: "Requests per minute" },
  { figure: "concurrent", label: "Concurrent requests" },
] as const;

export const BUDGET_FIELDS = FIELDS.map(({ figure }) => figure);

const figureText = (value: number) => (value === 0 ? "unlimited" : value.toLocaleString("en"));

type BudgetFieldsProps = {
  own: OwnBudget;
  hub: CredentialBudget;
  ceiling?: CredentialBudget;
  errorOf: FormState["errorOf"];
};

export function BudgetFields({ own, hub, ceiling = BUDGET_BOUNDS, errorOf }: BudgetFieldsProps) {
  return FIELDS.map(({ figure, label }) => (
    <Field
      key={figure}
      label={label}
      hint={`Leave empty for the default, ${figureText(hub[figure])}. At most ${figureText(ceiling[figure])}.`}
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
