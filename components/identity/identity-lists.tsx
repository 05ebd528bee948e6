"use client";

import { type ReactNode, useState } from "react";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/field-parts";
import { ListInput } from "@/components/ui/list-input";
import { type ReadTag, TagInput } from "@/components/ui/tag-input";
import { IDENTITY_LIMITS } from "@/lib/contract";
import { type IdentityPath, placeOf, type TextPart, textsOf, useIdentityValue } from "./use-identity-value";

const MAX_TAG_LENGTH = 200;

type IdentityTagsProps = {
  path: IdentityPath;
  label: ReactNode;
  hint?: ReactNode;
  placeholder?: string;
  readTag?: ReadTag;
};

export function IdentityTags({ path, label, hint, placeholder, readTag }: IdentityTagsProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const { value, setValue, error } = useIdentityValue(path);
  return (
    <Field id={placeOf(path)} label={label} hint={hint ?? "Press Enter or comma after each."} error={problem ?? error}>
      <TagInput
        value={textsOf(value)}
        onValueChange={setValue}
        placeholder={placeholder}
        maxItems={IDENTITY_LIMITS.listLength}
        maxLength={MAX_TAG_LENGTH}
        readTag={readTag}
        onProblem={setProblem}
      />
    </Field>
  );
}

type IdentityLinesProps = {
  path: IdentityPath;
  part?: TextPart;
  label: ReactNode;
  itemLabel: string;
};

export function IdentityLines({ path, part, label, itemLabel }: IdentityLinesProps) {
  const { value, setValue, error } = useIdentityValue(path, part);
  return (
    <Fieldset id={placeOf(path, part)} legend={label} error={error}>
      <ListInput
        itemLabel={itemLabel}
        value={textsOf(value)}
        onValueChange={setValue}
        maxItems={IDENTITY_LIMITS.listLength}
        maxLength={IDENTITY_LIMITS.stringLength}
      />
    </Fieldset>
  );
}
