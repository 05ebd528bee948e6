"use client";

import { useEffect, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { ContentText } from "@/components/ui/content-text";
import { Field } from "@/components/ui/field";
import { Fieldset } from "@/components/ui/fieldset";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import type { WebsiteChoice, WebsiteFindings } from "@/lib/brands";

type Props = {
  findings: WebsiteFindings;
  choice: WebsiteChoice;
  onChange: (part: Partial<WebsiteChoice>) => void;
};

const times = (count: number) => (count === 1 ? "once" : `${count} times`);

/** What was found in a website, each of it to be chosen: nothing is ticked before. */
export function WebsiteFindingsList(props: Props) {
  const { findings, choice, onChange } = props;
  return (
    <div className="flex flex-col gap-6">
      {findings.colors.length > 0 ? <Colors {...props} /> : null}
      {findings.fonts.length > 0 ? <Fonts {...props} /> : null}
      {findings.logos.length > 0 ? <Logos {...props} /> : null}
      {findings.description ? (
        <Fieldset legend="Description">
          <Checkbox
            label={<ContentText>{findings.description}</ContentText>}
            checked={choice.description}
            onCheckedChange={(description) => onChange({ description })}
          />
        </Fieldset>
      ) : null}
    </div>
  );
}

function Colors({ findings, choice, onChange }: Props) {
  const chosen = new Set(choice.colors);
  const tick = (hex: string, ticked: boolean) =>
    onChange({
      colors: findings.colors.map((color) => color.hex).filter((one) => (one === hex ? ticked : chosen.has(one))),
      ...(!ticked && choice.primary === hex && { primary: null }),
    });
  return (
    <div className="flex flex-col gap-4">
      <Fieldset legend="Colours to take">
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
          {findings.colors.map(({ hex, count }) => (
            <Checkbox
              key={hex}
              checked={chosen.has(hex)}
              onCheckedChange={(ticked) => tick(hex, ticked)}
              label={
                <span className="flex items-center gap-2">
                  <span
                    aria-hidden="true"
                    className="size-5 shrink-0 rounded-md border border-line-strong/60"
                    style={{ backgroundColor: hex }}
                  />
                  <span className="font-mono text-[0.8125rem]">{hex}</span>
                  <span className="text-[0.8125rem] text-muted">{times(count)}</span>
                </span>
              }
            />
          ))}
        </div>
      </Fieldset>
      {choice.colors.length > 0 ? (
        <Field label="Primary colour" hint="The others come as neutral colours. Give them their roles in the palette.">
          <Select
            value={choice.primary ?? ""}
            options={[
              { value: "", label: "None of them" },
              ...choice.colors.map((hex) => ({ value: hex, label: hex })),
            ]}
            onChange={(event) => onChange({ primary: event.target.value || null })}
          />
        </Field>
      ) : null}
    </div>
  );
}

function Fonts({ findings, choice, onChange }: Props) {
  const options = [
    { value: "", label: "None" },
    ...findings.fonts.map(({ family, count }) => ({ value: family, label: `${family}, named ${times(count)}` })),
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(["heading", "body"] as const).map((use) => (
        <Field key={use} label={use === "heading" ? "Typeface for headings" : "Typeface for text"}>
          <Select
            options={options}
            value={choice[use] ?? ""}
            onChange={(event) => onChange({ [use]: event.target.value || null })}
          />
        </Field>
      ))}
    </div>
  );
}

function Logos({ findings, choice, onChange }: Props) {
  return (
    <RadioGroup
      legend="Logo"
      name="website-logo"
      look="cards"
      className="[&>div]:grid-cols-2 [&>div]:sm:grid-cols-3"
      value={choice.logo === null ? "none" : String(choice.logo)}
      onValueChange={(value) => onChange({ logo: value === "none" ? null : Number(value) })}
      options={[
        { value: "none", label: "None of them" },
        ...findings.logos.map(({ svg }, index) => ({
          value: String(index),
          label: <Drawing svg={svg} name={`Drawing ${index + 1}`} />,
        })),
      ]}
    />
  );
}

/** A drawing as a picture, in which nothing runs, and not as a part of the page. */
function Drawing({ svg, name }: { svg: string; name: string }) {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    setSrc(made);
    return () => URL.revokeObjectURL(made);
  }, [svg]);
  return (
    <span className="flex flex-col gap-2">
      <span className="checkered flex h-20 items-center justify-center rounded-md border border-line p-2">
        {src ? (
          // biome-ignore lint/performance/noImgElement: Next's own only adds script, since its optimiser is off
          <img src={src} alt="" className="size-full object-contain" />
        ) : null}
      </span>
      {name}
    </span>
  );
}
