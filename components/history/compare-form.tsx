import { ArrowLeftRight } from "lucide-react";
import Form from "next/form";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { buttonClass } from "@/components/ui/button-style";
import { Label } from "@/components/ui/field-parts";
import { Input } from "@/components/ui/input";

type CompareFormProps = { base: string; from: number; to: number; newest: number; swap?: boolean };

export function CompareForm({ base, from, to, newest, swap = false }: CompareFormProps) {
  const number = {
    type: "number",
    inputMode: "numeric",
    min: 1,
    max: newest,
    required: true,
    className: "w-20",
  } as const;
  return (
    <Form key={`${from}-${to}`} action={base} className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <Label htmlFor="compare-from" className="font-normal text-muted">
        Compare version
      </Label>
      <span className="w-20">
        <Input {...number} id="compare-from" name="from" defaultValue={from} />
      </span>
      <Label htmlFor="compare-to" className="font-normal text-muted">
        with
      </Label>
      <span className="w-20">
        <Input {...number} id="compare-to" name="to" defaultValue={to} />
      </span>
      <Button type="submit">Compare</Button>
      {swap ? (
        <Link href={`${base}?from=${to}&to=${from}`} className={buttonClass({ variant: "ghost" })}>
          <ArrowLeftRight aria-hidden="true" />
          Swap
        </Link>
      ) : null}
    </Form>
  );
}
