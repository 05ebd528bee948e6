"use client";

import { Share2 } from "lucide-react";
import { useDialogAddress } from "@/components/draft/use-dialog-address";
import { Button } from "@/components/ui/button";
import { useLate } from "@/components/ui/hooks";
import type { Colors } from "@/lib/content";

const loadDialog = () => import("./export-dialog").then(({ ExportDialog }) => ExportDialog);

const DIALOGS = ["export"] as const;

/** The dialog loads when it is first opened. */
export function ExportButton(palette: { colors: Colors; versionUrl: string }) {
  const { part: ExportDialog, need } = useLate(loadDialog);
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
      {ExportDialog ? <ExportDialog {...palette} open={open !== null} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
