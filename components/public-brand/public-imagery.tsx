import { Check, X } from "lucide-react";
import Image from "next/image";
import { ContentText } from "@/components/ui/content-text";
import { cx } from "@/components/ui/cx";
import { Section } from "@/components/ui/section";

export type PublicExample = { note: string | undefined; name: string | undefined; src: string | undefined };
export type PublicDirection = {
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
