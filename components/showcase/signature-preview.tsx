"use client";

import { useEffect, useState } from "react";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { type MailSignature, signaturePage } from "@/lib/showcase";

const GROUNDS = { light: "#ffffff", dark: "#1b1b1f" };
type Ground = keyof typeof GROUNDS;

const OPTIONS = [
  { value: "light", label: "Light mail" },
  { value: "dark", label: "Dark mail" },
] as const;

/** For how long a text stays as it is before it is shown. */
const PAUSE_MS = 250;

/** The text, once nobody changes it any more. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** A signature as it stands in a mail, light or dark: in a frame in which no script runs. */
export function SignaturePreview({ signature, title }: { signature: MailSignature; title: string }) {
  const [ground, setGround] = useState<Ground>("light");
  const page = useSettled(signaturePage(signature, { title, ground: GROUNDS[ground] }));
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        label="Shown in"
        name="signature-ground"
        size="sm"
        options={OPTIONS}
        value={ground}
        onValueChange={(value) => setGround(value as Ground)}
      />
      {/* A new frame for each text: one that goes on to another would be a step of the history, and Back would lead there. */}
      <iframe
        key={page}
        title="Preview of your signature"
        srcDoc={page}
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        className="h-64 w-full rounded-lg border border-line"
        style={{ backgroundColor: GROUNDS[ground] }}
      />
    </div>
  );
}
