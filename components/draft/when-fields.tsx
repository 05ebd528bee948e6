"use client";

import { ownZone } from "@/components/ui/date-text";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { RadioGroup } from "@/components/ui/radio-group";
import { Select } from "@/components/ui/select";
import { momentsOf, offsetName, type ZonedTime, zonedText } from "@/lib/identity";

/** What somebody has chosen so far; `second`: of an hour that comes twice, the second one. */
export type When = ZonedTime & { second: boolean };

/** Tomorrow at nine, where the person is. */
export function startingWhen(): When {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000);
  const two = (number: number) => String(number).padStart(2, "0");
  const date = `${tomorrow.getFullYear()}-${two(tomorrow.getMonth() + 1)}-${two(tomorrow.getDate())}`;
  return { date, time: "09:00", zone: ownZone(), second: false };
}

/** The zones that browsers know, with the one that is chosen and UTC among them. */
function zonesWith(zone: string) {
  const zones = new Set(["UTC", zone, ...Intl.supportedValuesOf("timeZone")]);
  return [...zones].sort().map((value) => ({ value, label: value.replaceAll("_", " ") }));
}

type WhenFieldsProps = {
  value: When;
  onChange: (value: When) => void;
};

/** A date and a time in a zone, what that is, and which of the two where clocks are put back. */
export function WhenFields({ value, onChange }: WhenFieldsProps) {
  const moments = momentsOf(value);
  const moment = value.second ? moments.at(-1) : moments[0];
  const set = (change: Partial<When>) => onChange({ ...value, second: false, ...change });
  const skipped = moments.length === 0 && value.date !== "" && value.time !== "";
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.6fr)]">
        <Field label="Date">
          <Input type="date" required value={value.date} onChange={(event) => set({ date: event.target.value })} />
        </Field>
        <Field
          label="Time"
          error={skipped ? "Clocks go forward past this time on that day. Choose another." : undefined}
        >
          <Input type="time" required value={value.time} onChange={(event) => set({ time: event.target.value })} />
        </Field>
        <Field label="Time zone">
          <Select
            options={zonesWith(value.zone)}
            value={value.zone}
            onChange={(event) => set({ zone: event.target.value })}
          />
        </Field>
      </div>
      {moments.length > 1 ? (
        <RadioGroup
          legend="Clocks are put back that night, so this time comes twice"
          name="which-hour"
          value={value.second ? "second" : "first"}
          onValueChange={(which) => set({ second: which === "second" })}
          options={moments.slice(0, 2).map((one, index) => ({
            value: index === 0 ? "first" : "second",
            label: `The ${index === 0 ? "first" : "second"} time, ${offsetName(one, value.zone)}`,
          }))}
        />
      ) : null}
      {moment ? (
        <p className="text-muted">
          The hub publishes it within a minute of {zonedText(moment, value.zone)}
          {value.zone === "UTC" ? "" : `, which is ${zonedText(moment, "UTC")}`}. What you edit until then goes out with
          it.
        </p>
      ) : null}
    </div>
  );
}
