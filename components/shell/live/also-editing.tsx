"use client";

import { Avatar } from "@/components/ui/avatar";
import { Moment } from "@/components/ui/moment";
import type { Presence } from "@/lib/presence";
import { SECTIONS } from "../sections";

const pageName = ({ page }: Presence) => SECTIONS.find(({ path }) => path === `/${page}`)?.label ?? page;

const listed = new Intl.ListFormat("en", { type: "conjunction" });
/** So many have their name in a line. */
const NAMED = 2;

/** Who else edits the brand, in a sentence: `Ada Admin (Palette) and Edda Editor (Identity) are editing too`. */
export function editingText(editing: readonly Presence[]): string {
  const named = editing.slice(0, NAMED).map((one) => `${one.name} (${pageName(one)})`);
  const more = editing.length - named.length;
  const who = listed.format([...named, ...(more > 0 ? [`${more} more`] : [])]);
  return `${who} ${editing.length === 1 ? "is" : "are"} editing too`;
}

/** Who else edits the brand, where they are and since when: in the rail. */
export function AlsoEditing({ editing }: { editing: readonly Presence[] }) {
  if (editing.length === 0) return null;
  return (
    <section aria-labelledby="also-editing" className="px-2.5 py-2">
      <h2 id="also-editing" className="mb-2 font-medium text-[0.8125rem] text-muted">
        Also editing
      </h2>
      <ul className="flex flex-col gap-2">
        {editing.map((one) => (
          <li key={one.userId} className="flex min-w-0 items-center gap-2">
            <Avatar name={one.name} size="sm" />
            <span className="flex min-w-0 flex-col leading-4">
              <span dir="auto" className="truncate text-[0.8125rem]">
                {one.name}
              </span>
              <span className="truncate text-muted text-xs">
                {pageName(one)}, since <Moment value={new Date(one.sinceMs)} precision="time" />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The same in a line, where there is no rail. */
export function AlsoEditingLine({ editing }: { editing: readonly Presence[] }) {
  if (editing.length === 0) return null;
  return (
    <p className="border-line border-b bg-sunken px-5 py-1.5 text-[0.8125rem] text-muted sm:px-8 lg:hidden">
      {editingText(editing)}
    </p>
  );
}
