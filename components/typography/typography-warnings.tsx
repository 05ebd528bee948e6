import { Button } from "@/components/ui/button";
import { MixedText } from "@/components/ui/content-text";
import { Notice } from "@/components/ui/notice";
import { isolated } from "@/lib/kernel/isolated";
import { type NameConflict, nameConflictText, ROLE_WORDS } from "@/lib/typography";

type TypographyWarningsProps = {
  warnings: readonly string[];
  conflicts: readonly NameConflict[];
  reason: string | null;
  /** Drops the stated name, so that it is the typeface's. */
  onFollow: (conflict: NameConflict) => void;
};

/** What to look at before the typography goes out, with a remedy where one press is one. */
export function TypographyWarnings({ warnings, conflicts, reason, onFollow }: TypographyWarningsProps) {
  if (warnings.length + conflicts.length === 0) return null;
  return (
    <Notice tone="warning" title="Look at this again">
      <ul className="flex flex-col gap-1">
        {conflicts.map((conflict) => (
          <li key={conflict.role} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>
              <MixedText>{nameConflictText(conflict, isolated)}</MixedText>
            </span>
            <Button size="sm" disabledReason={reason} onClick={() => onFollow(conflict)}>
              <span>
                <MixedText>{`Use ${isolated(conflict.family)} for ${ROLE_WORDS[conflict.role]}`}</MixedText>
              </span>
            </Button>
          </li>
        ))}
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </Notice>
  );
}
