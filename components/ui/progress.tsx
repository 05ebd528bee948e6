import { cx } from "./styles";

type ProgressProps = {
  label: string;
  value?: number | null;
  max?: number;
  valueText?: string;
  hideLabel?: boolean;
  tone?: "neutral" | "success" | "danger";
  className?: string;
};

const fills = { neutral: "bg-ink", success: "bg-success", danger: "bg-danger" };

/** Without a value it shows an indeterminate bar. */
export function Progress(props: ProgressProps) {
  const { label, value, max = 100, valueText, hideLabel = false, tone = "neutral", className } = props;
  const known = value !== undefined && value !== null;
  const percent = known ? Math.round((Math.min(Math.max(value, 0), max) / (max || 1)) * 100) : 0;
  return (
    <div className={cx("flex min-w-0 flex-col gap-1.5", className)}>
      {hideLabel ? null : (
        <div aria-hidden="true" className="flex justify-between gap-3 text-[0.8125rem]">
          <span className="truncate">{label}</span>
          <span className="text-muted tabular-nums">{valueText ?? (known ? `${percent} %` : "")}</span>
        </div>
      )}
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={known ? percent : undefined}
        aria-valuetext={valueText}
        className="h-1.5 overflow-clip rounded-full bg-active forced-colors:border"
      >
        <div
          className={cx(
            "h-full rounded-full forced-colors:bg-[Highlight]",
            fills[tone],
            known ? "transition-[width]" : "w-2/5 animate-sweep",
          )}
          style={known ? { width: `${percent}%` } : undefined}
        />
      </div>
    </div>
  );
}
