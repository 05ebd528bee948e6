"use client";

import { Share2 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Dialog } from "@/components/ui/dialog";
import { Tabs } from "@/components/ui/tabs";

/** A way to write the palette down; `text` is made when the dialog opens. */
export type PaletteExport = { value: string; label: string; text: () => string };

/** The draft's palette as text to copy. */
export function ExportDialog({ forms }: { forms: readonly PaletteExport[] }) {
  return (
    <Dialog
      size="md"
      title="Export the palette"
      description="As it stands in your draft, to paste into a style sheet or a design tool."
      trigger={<Button icon={<Share2 aria-hidden="true" />}>Export</Button>}
    >
      <ExportTabs forms={forms} />
    </Dialog>
  );
}

function ExportTabs({ forms }: { forms: readonly PaletteExport[] }) {
  const items = forms.map(({ value, label, text }) => ({
    value,
    label,
    content: <CodeBlock label={label} code={text()} />,
  }));
  return <Tabs label="Format" items={items} />;
}
