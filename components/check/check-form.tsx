"use client";

import { CircleCheck, FileUp, SpellCheck } from "lucide-react";
import { type DragEvent, type ReactNode, type RefObject, useRef, useState, useTransition } from "react";
import { Button } from "@/components/ui/button";
import { Badge, Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Field, useFieldControl } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { reached } from "@/components/ui/reached";
import { ChoiceField, type SelectOption } from "@/components/ui/select";
import { buttonClass, controlClass, cx } from "@/components/ui/styles";
import type { Checked } from "@/lib/content";
import type { CheckRequest } from "@/lib/contract";
import { CHECK_LIMITS, CHECK_MEDIA_TYPES } from "@/lib/contract/words";
import type { FormResult } from "@/lib/web/actions/form-result";

type MediaType = CheckRequest["media_type"];
type Result = Checked & { version: number };
type Finding = Checked["findings"][number];

const FORMATS: Record<MediaType, { label: string; endings: string }> = {
  "text/plain": { label: "Text", endings: ".txt" },
  "text/markdown": { label: "Markdown", endings: ".md,.mdx,.markdown" },
  "text/html": { label: "HTML", endings: ".html,.htm" },
  "text/css": { label: "CSS", endings: ".css" },
  "image/svg+xml": { label: "SVG", endings: ".svg" },
};

const FORMAT_OPTIONS = CHECK_MEDIA_TYPES.map((value) => ({ value, label: FORMATS[value].label }));
/** More would make the page slow, and the first ones are fixed first. */
const LISTED = 100;
const TOO_LONG = "The content is over 64 KB. Shorten it and check again.";
const OTHER_FILE = "Choose a text, Markdown, HTML, CSS or SVG file.";
const TONE = { must: "danger", should: "warning" } as const;

const markId = (start: number) => `finding-${start}`;

type CheckState = { content: string; findings: Finding[] };

/** The text with one fix, and the findings that remain at their new places. */
function fixed({ content, findings }: CheckState, { start, end, fix = "" }: Finding): CheckState {
  const shift = fix.length - (end - start);
  return {
    content: content.slice(0, start) + fix + content.slice(end),
    findings: findings
      .filter((one) => one.end <= start || one.start >= end)
      .map((one) => (one.start < end ? one : { ...one, start: one.start + shift, end: one.end + shift })),
  };
}

type CheckFormProps = {
  languages: readonly SelectOption[];
  check: (request: CheckRequest) => Promise<FormResult<Result>>;
};

/** A text with its findings marked and listed. The marks lie behind the text field, in the same type. */
export function CheckForm({ languages, check }: CheckFormProps) {
  const [content, setContent] = useState("");
  const [format, setFormat] = useState<MediaType>("text/plain");
  const [locale, setLocale] = useState(languages[0]?.value ?? "");
  const [result, setResult] = useState<Result | null>(null);
  const [problem, setProblem] = useState("");
  const [pending, startTransition] = useTransition();
  /** Counts changes, so that answers about an earlier state are dropped. */
  const latest = useRef(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useRef<HTMLElement>(null);

  const edit = (text: string) => {
    latest.current += 1;
    setContent(text.replace(/\r\n?/g, "\n"));
    setResult(null);
    setProblem("");
  };
  /** Findings of another format or language no longer hold. */
  const choose =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      edit(content);
    };
  const send = (text: string) => {
    latest.current += 1;
    const asked = latest.current;
    if (new TextEncoder().encode(text).length > CHECK_LIMITS.bytes) {
      setProblem(TOO_LONG);
      return;
    }
    startTransition(async () => {
      const answer = await reached(() => check({ content: text, media_type: format, ...(locale && { locale }) }));
      if (latest.current !== asked) return;
      setProblem(answer.status === "error" ? answer.message : "");
      setResult(answer.status === "ok" ? answer.data : null);
    });
  };
  const apply = (fixable: readonly Finding[]) => {
    if (!result) return;
    const next = fixable.reduceRight(fixed, { content, findings: result.findings });
    setContent(next.content);
    setResult({ ...result, findings: next.findings });
    send(next.content);
    // The pressed button disappears with its finding.
    list.current?.focus();
  };
  const show = ({ start, end }: Finding) => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(start, end);
    document.getElementById(markId(start))?.scrollIntoView({ block: "center" });
  };
  const take = async (file: File) => {
    const name = file.name.toLowerCase();
    const found = CHECK_MEDIA_TYPES.find((type) => FORMATS[type].endings.split(",").some((end) => name.endsWith(end)));
    const text = found && file.size <= CHECK_LIMITS.bytes ? await file.text().catch(() => null) : null;
    if (found && text !== null) {
      setFormat(found);
      edit(text);
    } else setProblem(found && file.size > CHECK_LIMITS.bytes ? TOO_LONG : OTHER_FILE);
  };
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    void take(file);
  };

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex flex-col gap-4 lg:sticky lg:top-8">
        <div className="flex flex-wrap items-end gap-3">
          <ChoiceField label="Format" options={FORMAT_OPTIONS} value={format} onChange={choose(setFormat)} />
          {languages.length > 0 && (
            <ChoiceField label="Language" options={languages} value={locale} onChange={choose(setLocale)} />
          )}
          <label className={cx(buttonClass({}), "focus-within:outline-2 focus-within:outline-focus")}>
            <FileUp aria-hidden="true" />
            Choose file
            <input
              type="file"
              accept={Object.values(FORMATS)
                .map(({ endings }) => endings)
                .join(",")}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) void take(file);
                // Allows choosing the same file again.
                target.value = "";
              }}
              className="sr-only"
            />
          </label>
        </div>
        <Field label="Content" hint="Paste text or drop a file. 64 KB at most.">
          <MarkedField
            content={content}
            findings={result?.findings ?? []}
            field={field}
            onChange={edit}
            onDrop={drop}
          />
        </Field>
        <FormMessage>{problem}</FormMessage>
        <Button
          variant="primary"
          className="self-start"
          icon={<SpellCheck aria-hidden="true" />}
          pending={pending}
          disabledReason={content.trim() === "" && "Paste or drop content first."}
          onClick={() => send(content)}
        >
          Check content
        </Button>
      </div>
      <Findings result={result} list={list} apply={apply} show={show} />
    </div>
  );
}

type MarkedFieldProps = {
  content: string;
  findings: readonly Finding[];
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
  onDrop: (event: DragEvent) => void;
};

function MarkedField({ content, findings, field, onChange, onDrop }: MarkedFieldProps) {
  const { wiring } = useFieldControl({});
  const layer =
    "col-start-1 row-start-1 min-h-80 whitespace-pre-wrap wrap-anywhere px-3 py-2 font-mono text-sm leading-6";
  return (
    <div
      className={cx(
        controlClass,
        "grid max-h-[70vh] overflow-y-auto focus-within:outline-2 focus-within:outline-focus",
      )}
    >
      <div aria-hidden="true" className={cx(layer, "text-transparent")}>
        {marked(content, findings)}
      </div>
      <textarea
        {...wiring}
        ref={field}
        value={content}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={onDrop}
        className={cx(layer, "resize-none overflow-hidden bg-transparent outline-none")}
      />
    </div>
  );
}

/** The text as runs, those with findings marked. A run inside another one isn't marked again. */
function marked(content: string, findings: readonly Finding[]): ReactNode[] {
  const runs: ReactNode[] = [];
  let end = 0;
  for (const { start, end: to, severity } of findings) {
    if (start < end || to === start) continue;
    const look = severity === "must" ? "bg-danger-soft decoration-danger" : "bg-warning-soft decoration-warning";
    runs.push(content.slice(end, start));
    runs.push(
      <mark
        key={start}
        id={markId(start)}
        className={cx("rounded-sm text-transparent underline decoration-2 underline-offset-4", look)}
      >
        {content.slice(start, to)}
      </mark>,
    );
    end = to;
  }
  // A line at the end needs something in it to have a height.
  return [...runs, content.slice(end), "\u200B"];
}

type FindingsProps = {
  result: Result | null;
  list: RefObject<HTMLElement | null>;
  apply: (fixable: readonly Finding[]) => void;
  show: (finding: Finding) => void;
};

function Findings({ result, list, apply, show }: FindingsProps) {
  const { findings = [], omitted = 0, not_checked: rest = [], version } = result ?? {};
  const count = findings.length + omitted;
  const title = count === 1 ? "1 finding" : `${count || "No"} findings`;
  const fixable = findings.filter(({ fix }) => fix !== undefined);
  return (
    <section ref={list} tabIndex={-1} aria-label="Findings" className="flex min-w-0 flex-col gap-4">
      <p role="status" className="sr-only">
        {result && title}
      </p>
      {count === 0 && (
        <EmptyState
          framed
          title={result ? title : "No findings yet"}
          icon={result ? <CircleCheck className="text-success" /> : <SpellCheck />}
        >
          {result
            ? `Nothing breaks the rules of version ${version}.`
            : "Check content to see where it breaks the brand’s rules."}
        </EmptyState>
      )}
      {count > 0 && (
        <Card
          flush
          title={title}
          actions={
            fixable.length > 1 && (
              <Button size="sm" onClick={() => apply(fixable)}>{`Apply all ${fixable.length} fixes`}</Button>
            )
          }
        >
          <ul className="divide-y divide-line border-line border-t">
            {findings.slice(0, LISTED).map((finding) => (
              <li
                key={`${finding.rule} ${finding.start} ${finding.message}`}
                className="flex items-start justify-between gap-3 px-5 py-3"
              >
                <div className="flex min-w-0 flex-col gap-1">
                  <p className="wrap-anywhere">{finding.message}</p>
                  <p className="flex flex-wrap items-center gap-x-2 text-muted text-xs">
                    <Badge tone={TONE[finding.severity]}>{finding.severity === "must" ? "Must" : "Should"}</Badge>
                    <code className="font-mono">{finding.rule}</code>
                    <button
                      type="button"
                      className="min-h-6 rounded-sm underline underline-offset-3 hover:text-ink"
                      onClick={() => show(finding)}
                    >
                      Select text
                    </button>
                  </p>
                </div>
                {finding.fix !== undefined && (
                  <Button size="sm" className="shrink-0" onClick={() => apply([finding])}>
                    Apply fix
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {count > LISTED && (
            <p className="border-line border-t px-5 py-3 text-muted">{`The first ${LISTED} are listed.`}</p>
          )}
        </Card>
      )}
      {rest.length > 0 && (
        <Card title="Not checked">
          <ul className="flex flex-col gap-1 text-muted">
            {rest.map(({ path, reason }) => (
              <li key={path + reason}>{reason}</li>
            ))}
          </ul>
        </Card>
      )}
    </section>
  );
}
