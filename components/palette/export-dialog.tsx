"use client";

import { Share2 } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useLate } from "@/components/ui/use-late";
import type { Colors } from "@/lib/palette";

const loadForms = () => import("./export-forms").then(({ ExportForms }) => ExportForms);

/** The draft's palette in the formats of other tools, which are fetched when somebody asks. */
export function ExportDialog({ colors }: { colors: Colors }) {
  const [open, setOpen] = useState(false);
  const { part: ExportForms, need } = useLate(loadForms);
  return (
    <>
      <Button icon={<Share2 aria-hidden="true" />} onClick={() => need(() => setOpen(true))}>
        Export
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="md"
        title="Export the palette"
        description="As it stands in your draft, for a style sheet, an app or a design tool."
      >
        {ExportForms ? <ExportForms colors={colors} /> : null}
      </Dialog>
    </>
  );
}
