import type { ComponentProps, ReactNode } from "react";
import { ContentText } from "./content-text";
import { CopyButton } from "./copy-button";
import { cx } from "./styles";

type CodeBlockProps = {
  code: string;
  label: string;
  wrap?: boolean;
  tall?: boolean;
  written?: boolean;
  className?: string;
  children?: ReactNode;
};

/** Scrollable regions must be focusable and named. */
const scrollable = (label: string) => ({ tabIndex: 0, role: "region", "aria-label": label }) as const;

const WrittenText = (props: ComponentProps<"pre">) => <ContentText as="pre" {...props} />;

/**
 * Code or data to read and copy. Lines wrap unless `wrap={false}`. Scrolls above 24rem unless `tall`. `written` marks
 * text by people, whose lines get their own direction. `children` replace the plain code, for example with colours.
 */
export function CodeBlock(props: CodeBlockProps) {
  const { code, label, wrap = true, tall = false, written = false, className, children = code } = props;
  const Text = written ? WrittenText : "pre";
  return (
    <figure className={cx("min-w-0 overflow-clip rounded-lg border border-line bg-sunken", className)}>
      <figcaption className="flex items-center justify-between gap-3 border-line border-b py-1 pr-1 pl-3.5 text-[0.8125rem] text-muted">
        <span className="truncate">{label}</span>
        <CopyButton value={code} label={`Copy ${label}`} />
      </figcaption>
      <Text
        {...scrollable(label)}
        className={cx(
          "overflow-auto px-3.5 py-3 font-mono text-[0.8125rem] leading-5 focus-visible:-outline-offset-2",
          wrap && "whitespace-pre-wrap wrap-anywhere",
          !tall && "max-h-96",
        )}
      >
        <code>{children}</code>
      </Text>
    </figure>
  );
}
