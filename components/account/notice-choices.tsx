"use client";

import { Switch } from "@/components/ui/checkbox";
import { useSwitched } from "@/components/ui/use-switched";
import { NOTICE_KINDS, NOTICE_WORDS, type NoticeKind } from "@/lib/integrations";
import type { FormResult } from "@/lib/web/actions/form-result";

type Choose = (kind: NoticeKind, wanted: boolean) => Promise<FormResult>;

function KindSwitch({ kind, wanted, choose }: { kind: NoticeKind; wanted: boolean; choose: Choose }) {
  const { shown, change } = useSwitched(wanted, (next) => choose(kind, next));
  return <Switch {...NOTICE_WORDS[kind]} checked={shown} onCheckedChange={change} />;
}

export function NoticeChoices({ choices, choose }: { choices: Record<NoticeKind, boolean>; choose: Choose }) {
  return (
    <div className="flex flex-col gap-5">
      {NOTICE_KINDS.map((kind) => (
        <KindSwitch key={kind} kind={kind} wanted={choices[kind]} choose={choose} />
      ))}
      <Switch
        label="Account security"
        hint="New browsers, and changes to your password, email or two-factor authentication."
        checked
        readOnly
        disabledReason="Always on, so nobody who gets into your account can turn it off."
      />
    </div>
  );
}
