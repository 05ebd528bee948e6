"use client";

import { useEffect, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ContentText } from "@/components/ui/content-text";
import { Field, Input, Textarea } from "@/components/ui/field";
import { Fieldset, FormMessage } from "@/components/ui/field-parts";
import { RadioGroup } from "@/components/ui/radio-group";
import { reached } from "@/components/ui/reached";
import { ChoiceField } from "@/components/ui/select";
import { ColorChip } from "@/components/ui/text";
import type { WebsiteChoice, WebsiteFindings } from "@/lib/brands";
import type { NewBrandActions, StartProps } from "./types";

type Props = {
  findings: WebsiteFindings;
  choice: WebsiteChoice;
  onChange: (part: Partial<WebsiteChoice>) => void;
};

const times = (count: number) => (count === 1 ? "once" : `${count} times`);

function WebsiteFindingsList(props: Props) {
  const { findings, choice, onChange } = props;
  return (
    <div className="flex flex-col gap-6">
      {findings.colors.length > 0 ? <Colors {...props} /> : null}
      {findings.fonts.length > 0 ? <Fonts {...props} /> : null}
      {findings.logos.length > 0 ? <Logos {...props} /> : null}
      {findings.linked.length > 0 ? <Linked addresses={findings.linked} /> : null}
      {findings.description ? (
        <Fieldset legend="Description">
          <Checkbox
            label={<ContentText>{findings.description}</ContentText>}
            checked={choice.description !== null}
            onCheckedChange={(ticked) => onChange({ description: ticked ? findings.description : null })}
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
      <Fieldset legend="Colours to import">
        <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
          {findings.colors.map(({ hex, count }) => (
            <Checkbox
              key={hex}
              checked={chosen.has(hex)}
              onCheckedChange={(ticked) => tick(hex, ticked)}
              label={
                <span className="flex items-center gap-2">
                  <ColorChip hex={hex} look="size-5 rounded-md border-line-strong/60" />
                  <span className="font-mono text-[0.8125rem]">{hex}</span>
                  <span className="text-[0.8125rem] text-muted">{times(count)}</span>
                </span>
              }
            />
          ))}
        </div>
      </Fieldset>
      {choice.colors.length > 0 ? (
        <ChoiceField
          label="Primary colour"
          hint="The others are imported as neutral. Set their roles in the palette."
          value={choice.primary ?? ""}
          options={[{ value: "", label: "None" }, ...choice.colors.map((hex) => ({ value: hex, label: hex }))]}
          onChange={(primary) => onChange({ primary: primary || null })}
        />
      ) : null}
    </div>
  );
}

function Fonts({ findings, choice, onChange }: Props) {
  const options = [
    { value: "", label: "None" },
    ...findings.fonts.map(({ family, count }) => ({ value: family, label: `${family}, used ${times(count)}` })),
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {(["heading", "body"] as const).map((use) => (
        <ChoiceField
          key={use}
          label={use === "heading" ? "Heading typeface" : "Body typeface"}
          options={options}
          value={choice[use] ?? ""}
          onChange={(family) => onChange({ [use]: family || null })}
        />
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
      value={choice.logo === null ? "none" : String(findings.logos.findIndex(({ base64 }) => base64 === choice.logo))}
      onValueChange={(value) => onChange({ logo: findings.logos[Number(value)]?.base64 ?? null })}
      options={[
        { value: "none", label: "None" },
        ...findings.logos.map((logo, index) => ({
          value: String(index),
          label: <Drawing logo={logo} name={`Logo ${index + 1}`} />,
        })),
      ]}
    />
  );
}

function Linked({ addresses }: { addresses: readonly string[] }) {
  return (
    <div className="text-muted">
      <p>The page links to these possible logos. To use one, download it and upload it later.</p>
      <ul aria-label="Linked logos" className="mt-1 flex flex-col gap-1">
        {addresses.map((address) => (
          <li key={address} className="font-mono text-[0.8125rem] wrap-anywhere">
            {address}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Renders the SVG as an image, so its scripts can't run. */
function Drawing({ logo, name }: { logo: WebsiteFindings["logos"][number]; name: string }) {
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    const bytes = Uint8Array.from(atob(logo.base64), (letter) => letter.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: logo.mime }));
    setSrc(made);
    return () => URL.revokeObjectURL(made);
  }, [logo]);
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

const NOTHING: WebsiteChoice = { colors: [], primary: null, heading: null, body: null, logo: null, description: null };

type WebsiteStartProps = StartProps & {
  previewWebsite: NewBrandActions["previewWebsite"];
  /** False when the operator turned fetching off. */
  fetches: boolean;
};

export function WebsiteStart({ form, change, previewWebsite, fetches, onName, error }: WebsiteStartProps) {
  const [pastes, setPastes] = useState(!fetches);
  const [address, setAddress] = useState("");
  const [html, setHtml] = useState("");
  const [css, setCss] = useState("");
  const [problem, setProblem] = useState("");
  const [pending, startTransition] = useTransition();
  const { website } = form;
  const missing = pastes ? "Paste HTML or CSS" : "Enter a web address";

  const read = () =>
    startTransition(async () => {
      setProblem("");
      const text = css.trim() ? `${html}\n<style>${css}</style>` : html;
      const result = await reached(() => previewWebsite(pastes ? { text } : { address }));
      if (result.status === "error") return setProblem(result.message);
      change({ website: { findings: result.data, choice: NOTHING } });
      if (result.data.name) onName(result.data.name);
    });

  return (
    <div className="flex flex-col gap-5" aria-busy={pending}>
      {pastes ? (
        <>
          <Field label="HTML" hint="Paste the page source from your browser. The hub doesn’t load the page.">
            <Textarea rows={5} value={html} spellCheck={false} onChange={(event) => setHtml(event.target.value)} />
          </Field>
          <Field label="CSS" optional hint="Paste external style sheets">
            <Textarea rows={4} value={css} spellCheck={false} onChange={(event) => setCss(event.target.value)} />
          </Field>
        </>
      ) : (
        <Field label="Web address" hint="The hub reads the page, its style sheets and its logos. It must be public.">
          <Input
            value={address}
            type="url"
            inputMode="url"
            placeholder="example.com"
            autoComplete="url"
            spellCheck={false}
            onChange={(event) => setAddress(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              if (address.trim() && !pending) read();
            }}
          />
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          pending={pending}
          pendingLabel="Reading…"
          disabledReason={(pastes ? html.trim() || css.trim() : address.trim()) ? null : missing}
          onClick={read}
        >
          Read website
        </Button>
        {fetches ? (
          <Button
            variant="ghost"
            onClick={() => {
              setPastes(!pastes);
              setProblem("");
            }}
          >
            {pastes ? "Enter an address" : "Paste HTML instead"}
          </Button>
        ) : null}
      </div>
      <FormMessage>{problem || error}</FormMessage>
      {website ? (
        <WebsiteFindingsList
          findings={website.findings}
          choice={website.choice}
          onChange={(part) => change({ website: { ...website, choice: { ...website.choice, ...part } } })}
        />
      ) : null}
    </div>
  );
}
