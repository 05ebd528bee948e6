import { Check, X } from "lucide-react";
import Image from "next/image";
import { BrandDrawing } from "@/components/showcase/brand-drawing";
import { ContentText } from "@/components/ui/content-text";
import { Section } from "@/components/ui/section";
import { cx } from "@/components/ui/styles";

type PublicExample = { note: string | undefined; name: string | undefined; src: string | undefined };
type PublicDirection = {
  kind: string;
  name: string;
  lines: readonly string[];
  dos: readonly PublicExample[];
  donts: readonly PublicExample[];
};

export function PublicImagery({ directions }: { directions: readonly PublicDirection[] }) {
  if (directions.length === 0) return null;
  return (
    <Section large id="imagery" title="Imagery">
      <div className="flex flex-col gap-10">
        {directions.map(({ kind, name, lines, dos, donts }) => (
          <div key={kind} className="flex flex-col gap-4">
            <h3 className="font-semibold">{name}</h3>
            {lines.map((line) => (
              <ContentText as="p" key={line} className="max-w-prose whitespace-pre-wrap text-muted wrap-anywhere">
                {line}
              </ContentText>
            ))}
            <div className="grid gap-6 sm:grid-cols-2">
              <Side title="Do" examples={dos} good />
              <Side title="Don’t" examples={donts} />
            </div>
          </div>
        ))}
      </div>
    </Section>
  );
}

function Side({
  title,
  examples,
  good = false,
}: {
  title: string;
  examples: readonly PublicExample[];
  good?: boolean;
}) {
  if (examples.length === 0) return null;
  const Icon = good ? Check : X;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <h4 className={cx("flex items-center gap-2 font-medium", good ? "text-success" : "text-danger")}>
        <Icon aria-hidden="true" className="size-4" />
        {title}
      </h4>
      <ul className="flex flex-col gap-4">
        {examples.map(({ note, name, src }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: examples never move on this page
          <li key={at}>
            {src ? (
              <ContentText as="div" className="mb-2">
                <Image
                  src={src}
                  alt={name ?? ""}
                  width={640}
                  height={360}
                  className="h-56 w-full rounded-lg border border-line object-contain"
                />
              </ContentText>
            ) : null}
            {note ? <ContentText className="block wrap-anywhere">{note}</ContentText> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** In a row at one height, each as wide as its drawing. */
const ROWS = [
  [
    { drawing: "social-post", className: "sm:flex-[1_1_0%]" },
    { drawing: "business-card", className: "sm:flex-[1.6_1.6_0%]" },
  ],
  [
    { drawing: "slide", className: "sm:flex-[1.778_1.778_0%]" },
    { drawing: "label", className: "sm:flex-[1_1_0%]" },
  ],
  [
    { drawing: "app-icons", className: "sm:flex-[1_1_0%]" },
    { drawing: "chart", className: "sm:flex-[1_1_0%]" },
  ],
] as const;

type PublicInUseProps = { base: string; tag: string; name: string; lang: string | null };

/** Example drawings, without the email signature, which is for members. */
export function PublicInUse({ base, tag, name, lang }: PublicInUseProps) {
  const drawings = { base: `${base}/in-use`, tag, name, lang };
  return (
    <Section large id="in-use" title="In use">
      <div className="flex flex-col gap-3">
        <div className="overflow-clip rounded-xl border border-line">
          <BrandDrawing {...drawings} drawing="web-header" />
        </div>
        {ROWS.map((row) => (
          <div key={row[0].drawing} className="flex flex-col gap-3 sm:flex-row">
            {row.map(({ drawing, className }) => (
              <div key={drawing} className={`min-w-0 overflow-clip rounded-xl border border-line ${className}`}>
                <BrandDrawing {...drawings} drawing={drawing} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </Section>
  );
}
