"use client";

import { Share2 } from "lucide-react";
import { useDialogAddress } from "@/components/draft/use-dialog-address";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useLate } from "@/components/ui/hooks";
import type { Colors } from "@/lib/content";

const loadForms = () => import("./export-forms").then(({ ExportForms }) => ExportForms);

const DIALOGS = ["export"] as const;

/** The draft's palette in the formats of other tools, which are fetched when somebody asks. */
export function ExportDialog({ colors }: { colors: Colors }) {
  const { part: ExportForms, need } = useLate(loadForms);
  const { open, setOpen } = useDialogAddress(DIALOGS, () => {
    show();
    return true;
  });
  const show = () => need(() => setOpen("export"));
  return (
    <>
      <Button icon={<Share2 aria-hidden="true" />} onClick={show}>
        Export
      </Button>
      <Dialog
        open={open !== null}
        onOpenChange={(next) => setOpen(next ? "export" : null)}
        size="md"
        title="Export the palette"
        description="As it stands in your draft, for a style sheet, an app or a design tool."
      >
        {ExportForms ? <ExportForms colors={colors} /> : null}
      </Dialog>
    </>
  );
}
