import { Download } from "lucide-react";
import { uniqueKeys } from "@/components/diff/unique-keys";
import { fileFacts } from "@/components/files/file-facts";
import { FilePicture } from "@/components/files/file-picture";
import { buttonClass } from "@/components/ui/button-style";
import { ContentText, MixedText } from "@/components/ui/content-text";
import { cx } from "@/components/ui/cx";
import { Section } from "@/components/ui/section";
import { type LogoEntry, type LogoGround, smallestSizes, smallestSizeText } from "@/lib/content";
import type { LogoBackground } from "@/lib/contract";

export interface PublicLogo {
  item: LogoEntry;
  ground: LogoGround;
  /** What a machine can check of it but its size, in words, with the colours’ names `isolated`; empty where nothing is stated. */
  ruleText: string;
  src: string;
  downloadHref: string;
  fileName: string;
}

const MADE_FOR: Record<LogoBackground, string> = {
  light: "For light surfaces",
  dark: "For dark surfaces",
  any: "For any surface",
};

/** The logos to download, each on the surface it is made for, and the rules for them. */
export function PublicLogos({ logos, rules }: { logos: readonly PublicLogo[]; rules: readonly string[] }) {
  const keys = uniqueKeys(rules);
  if (logos.length === 0 && rules.length === 0) return null;
  return (
    <Section large id="logos" title="Logos">
      <ul className="grid gap-4 sm:grid-cols-2">
        {logos.map((logo) => (
          <LogoItem key={logo.item.id} {...logo} />
        ))}
      </ul>
      {rules.length > 0 ? (
        <div className="mt-8">
          <h3 className="mb-2 font-semibold">Please</h3>
          <ul className="flex max-w-prose list-disc flex-col gap-1.5 marker:text-faint">
            {rules.map((rule, index) => (
              <ContentText as="li" key={keys[index]} className="ms-5 wrap-anywhere">
                {rule}
              </ContentText>
            ))}
          </ul>
        </div>
      ) : null}
    </Section>
  );
}

function LogoItem({ item, ground, ruleText, src, downloadHref, fileName }: PublicLogo) {
  const { label, background, usage, clear_space: clearSpace, file } = item;
  const sizes = smallestSizes(item).map(smallestSizeText);
  return (
    <li className="flex min-w-0 flex-col overflow-clip rounded-xl border border-line bg-surface">
      <ContentText
        as="div"
        className={cx("flex h-48 items-center justify-center p-8", ground.dark ? "text-white" : "text-black")}
        style={{ background: ground.hex }}
      >
        <FilePicture src={src} file={file} alt={label} className="size-full" />
      </ContentText>
      <div className="flex grow flex-col gap-3 border-line border-t p-4">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <ContentText as="h3" className="font-semibold wrap-anywhere">
              {label}
            </ContentText>
            <p className="text-[0.8125rem] text-muted">
              {MADE_FOR[background]} · {fileFacts(file)}
            </p>
          </div>
          <a href={downloadHref} download={fileName} className={buttonClass({ size: "sm" })}>
            <Download aria-hidden="true" />
            Download
            <ContentText className="sr-only"> {label}</ContentText>
          </a>
        </div>
        {usage ? (
          <ContentText as="p" className="wrap-anywhere">
            {usage}
          </ContentText>
        ) : null}
        <dl className="mt-auto grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-[0.8125rem]">
          {clearSpace ? (
            <>
              <dt className="text-muted">Clear space</dt>
              <ContentText as="dd" className="wrap-anywhere">
                {clearSpace}
              </ContentText>
            </>
          ) : null}
          {sizes.length > 0 ? (
            <>
              <dt className="text-muted">Smallest width</dt>
              <dd>{sizes.join(", ")}</dd>
            </>
          ) : null}
          {ruleText ? (
            <>
              <dt className="text-muted">Rule</dt>
              <dd className="wrap-anywhere">
                <MixedText>{ruleText}</MixedText>
              </dd>
            </>
          ) : null}
        </dl>
      </div>
    </li>
  );
}
