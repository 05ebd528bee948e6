"use client";

import { useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/form-message";
import { reached } from "@/components/ui/reached";
import { Textarea } from "@/components/ui/textarea";
import type { WebsiteChoice } from "@/lib/brands";
import type { ChangeForm, NewBrandActions, NewBrandForm } from "./types";
import { WebsiteFindingsList } from "./website-findings";

const NOTHING: WebsiteChoice = { colors: [], primary: null, heading: null, body: null, logo: null, description: false };

type WebsiteStartProps = {
  form: NewBrandForm;
  change: ChangeForm;
  previewWebsite: NewBrandActions["previewWebsite"];
  /** Called when a page says what it is called. */
  onName: (name: string) => void;
  error?: string;
};

/** A brand that begins with what somebody chooses of a website: its HTML and CSS are pasted, and nothing is fetched. */
export function WebsiteStart({ form, change, previewWebsite, onName, error }: WebsiteStartProps) {
  const [html, setHtml] = useState("");
  const [css, setCss] = useState("");
  const [problem, setProblem] = useState("");
  const [pending, startTransition] = useTransition();
  const { website } = form;

  const read = () =>
    startTransition(async () => {
      setProblem("");
      const text = css.trim() ? `${html}\n<style>${css}</style>` : html;
      const result = await reached(() => previewWebsite(text));
      if (result.status === "error") return setProblem(result.message);
      change({ website: { text, findings: result.data, choice: NOTHING } });
      if (result.data.name) onName(result.data.name);
    });

  return (
    <div className="flex flex-col gap-5" aria-busy={pending}>
      <Field label="HTML of the page" hint="As your browser’s “View page source” shows it. The hub fetches nothing.">
        <Textarea rows={5} value={html} spellCheck={false} onChange={(event) => setHtml(event.target.value)} />
      </Field>
      <Field label="CSS of the page" optional hint="What its style sheets say, where they are files of their own.">
        <Textarea rows={4} value={css} spellCheck={false} onChange={(event) => setCss(event.target.value)} />
      </Field>
      <div>
        <Button
          pending={pending}
          pendingLabel="Looking through it…"
          disabledReason={html.trim() || css.trim() ? null : "Paste the page first"}
          onClick={read}
        >
          Look through it
        </Button>
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
