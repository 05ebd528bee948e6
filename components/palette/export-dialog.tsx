"use client";

import { Share2 } from "lucide-react";
import { useDialogAddress } from "@/components/draft/use-dialog-address";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useLate } from "@/components/ui/hooks";
import type { Colors } from "@/lib/content";

const loadForms = () => import("./export-forms").then(({ ExportForms }) => ExportForms);

const DIALOGS = ["export"] as const;

export function ExportDialog(palette: { colors: Colors; versionUrl: string }) {
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
        title="Export palette"
        description="Your draft’s palette for style sheets, apps and design tools."
      >
        {ExportForms ? <ExportForms {...palette} /> : null}
      </Dialog>
    </>
  );
}
