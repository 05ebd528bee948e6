import { Notice } from "@/components/ui/empty-state";
import { TextLink } from "@/components/ui/text-link";
import type { Inline, Part } from "@/lib/api/docs/server";
import { Samples } from "./samples";

/** Pages link to each other by file name. */
const addressOf = (href: string): string => href.replace(/^([\w-]+)\.md/, "/docs/$1");

function Mark({ part }: { part: Inline }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return <code className="wrap-anywhere rounded bg-sunken px-1 py-0.5 font-mono text-[0.875em]">{part.text}</code>;
    case "strong":
      return <strong className="font-semibold">{part.text}</strong>;
    case "link":
      return <TextLink href={addressOf(part.href)}>{part.text}</TextLink>;
  }
}

export const Words = ({ text }: { text: readonly Inline[] }) =>
  [...text.entries()].map(([key, part]) => <Mark key={key} part={part} />);

/** Scrollable content must be focusable and named. */
const scrollable = (name: string) => ({ tabIndex: 0, role: "region", "aria-label": `Table: ${name}` }) as const;

function PartTable({ table: { columns, rows }, name }: { table: Extract<Part, { kind: "table" }>; name: string }) {
  return (
    <div {...scrollable(name)} className="overflow-x-auto">
      <table className="w-full min-w-[30rem] border-collapse text-left text-[0.875rem] leading-5">
        <thead>
          <tr className="border-line-strong border-b">
            {[...columns.entries()].map(([key, { title, percent }]) => (
              <th key={key} scope="col" className="py-2 pr-4 font-medium text-muted" style={{ width: `${percent}%` }}>
                <Words text={title} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...rows.entries()].map(([key, row]) => (
            <tr key={key} className="border-line border-b align-top last:border-b-0">
              {[...row.entries()].map(([index, cell]) => (
                <td key={index} className="py-2 pr-4">
                  <Words text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A part of a docs page. `name` labels its table or code and is unique on the page. */
export function GuidePart({ part, name }: { part: Part; name: string }) {
  switch (part.kind) {
    case "paragraph":
      return (
        <p className="leading-6">
          <Words text={part.text} />
        </p>
      );
    case "note":
      return (
        <Notice tone="accent">
          <Words text={part.text} />
        </Notice>
      );
    case "heading":
      return <h3 className="pt-2 font-semibold">{part.title}</h3>;
    case "list": {
      const List = part.ordered ? "ol" : "ul";
      return (
        <List className={`flex flex-col gap-1.5 pl-6 leading-6 ${part.ordered ? "list-decimal" : "list-disc"}`}>
          {[...part.items.entries()].map(([key, item]) => (
            <li key={key} className="pl-1 marker:text-muted">
              <Words text={item} />
            </li>
          ))}
        </List>
      );
    }
    case "table":
      return <PartTable table={part} name={name} />;
    case "request":
      return (
        <p className="wrap-anywhere rounded-lg border border-line bg-sunken px-3 py-2 font-mono text-[0.8125rem]">
          <strong className="mr-2 rounded bg-solid px-1.5 py-0.5 font-semibold text-on-solid">{part.method}</strong>
          {part.path}
        </p>
      );
    case "samples":
      return <Samples samples={part.samples} name={name} />;
  }
}
