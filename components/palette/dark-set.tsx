"use client";

import { RotateCcw, Trash2, WandSparkles } from "lucide-react";
import { useMemo } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { Section } from "@/components/ui/card";
import { ContentText } from "@/components/ui/content-text";
import { CopyButton } from "@/components/ui/copy-button";
import { ColorChip } from "@/components/ui/text";
import { proposeDark, setDark, setDarkSet } from "@/lib/content";
import { ContrastSection } from "./contrast-table";
import { HexCell } from "./hex-field";
import type { DepthProps, Swatch } from "./types";
import { contrastLines } from "./use-swatches";

export function DarkSet({ colors, swatches, canEdit, onEdit }: DepthProps) {
  const { palette, dark } = colors;
  const shown = useMemo(
    () => swatches.map((swatch): Swatch => ({ ...swatch, hex: dark?.[swatch.id] ?? swatch.hex })),
    [swatches, dark],
  );
  const lines = useMemo(
    // The brand's own colour can get a dark form, since its main form is unchanged.
    () => contrastLines(shown, ({ locked }) => (locked ? "locked" : null)),
    [shown],
  );
  const isBlocked = (id: string) => swatches.some((one) => one.id === id && one.blocked);
  const propose = () => {
    const proposed = Object.entries(proposeDark(palette)).filter(([id]) => !isBlocked(id));
    onEdit("Generate dark set", setDarkSet(colors, { ...dark, ...Object.fromEntries(proposed) }));
  };
  const clear = () =>
    onEdit(
      "Remove dark set",
      setDarkSet(colors, Object.fromEntries(Object.entries(dark ?? {}).filter(([id]) => isBlocked(id)))),
    );
  return (
    <div className="flex flex-col gap-5">
      {canEdit ? (
        <div className="flex flex-wrap gap-2">
          <Button icon={<WandSparkles />} onClick={propose}>
            {dark ? "Regenerate dark set" : "Generate dark set"}
          </Button>
          {dark ? (
            <Button variant="ghost" icon={<Trash2 />} onClick={clear}>
              Remove dark set
            </Button>
          ) : null}
        </div>
      ) : null}
      {dark ? (
        <>
          <ul aria-label="Dark set colours" className="grid gap-x-8 sm:grid-cols-2">
            {swatches.map(({ id, name, hex, blocked }) => (
              <li key={id} className="flex items-center gap-2.5 border-line border-b py-1.5">
                <ColorChip hex={hex} />
                <ContentText className="min-w-0 grow truncate">{name}</ContentText>
                <HexCell
                  label={`${name} in the dark set`}
                  value={dark[id] ?? hex}
                  onChange={
                    blocked
                      ? null
                      : (next) => onEdit(`Set ${name} in the dark set`, setDark(colors, id, next), `dark ${id}`)
                  }
                />
                <CopyButton value={dark[id] ?? hex} label={`Copy dark form of ${name}`} />
                {blocked ? null : (
                  <IconButton
                    size="sm"
                    icon={<RotateCcw />}
                    label={`Reset ${name} in the dark set`}
                    disabledReason={dark[id] ? false : "Not changed in the dark set"}
                    onClick={() => onEdit(`Reset ${name} in the dark set`, setDark(colors, id, null))}
                  />
                )}
              </li>
            ))}
          </ul>
          <Section level={3} title="Dark set contrast">
            <ContrastSection
              caption="Dark set contrast"
              lines={lines}
              swatches={shown}
              backgrounds={shown.filter(({ role }) => role === "background")}
              {...(canEdit && {
                onFix: ({ entryId, hex }) => {
                  const name = swatches.find(({ id }) => id === entryId)?.name ?? "";
                  onEdit(`Set ${name} to ${hex} in the dark set`, setDark(colors, entryId, hex));
                },
              })}
            />
          </Section>
        </>
      ) : null}
    </div>
  );
}
