import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { momentText, titleOf } from "@/components/ui/date-text";
import { Moment, TimeAgo } from "@/components/ui/moment";

const AT = new Date("2026-03-14T23:26:53.589Z");

describe("a moment rendered on the server", () => {
  it("is in UTC and says so in its title", () => {
    const html = renderToStaticMarkup(createElement(Moment, { value: AT }));
    expect(html).toContain('dateTime="2026-03-14T23:26:53.589Z"');
    expect(html).toContain('title="14 Mar 2026, 23:26:53 UTC"');
    expect(html).toContain(">14 Mar 2026, 23:26:53</time>");
    expect(renderToStaticMarkup(createElement(Moment, { value: AT, precision: "day" }))).toContain(">14 Mar 2026<");
    const ago = renderToStaticMarkup(createElement(TimeAgo, { value: AT, now: "2026-03-15T01:27:00Z" }));
    expect(ago).toContain('title="14 Mar 2026, 23:26:53 UTC"');
    expect(ago).toContain(">2 hours ago<");
  });
});

describe("a moment in the reader's time zone", () => {
  it.each([
    ["Asia/Kolkata", "15 Mar 2026, 04:56:53", "15 Mar 2026", "Asia/Kolkata"],
    ["America/New_York", "14 Mar 2026, 19:26:53", "14 Mar 2026", "America/New York"],
    ["UTC", "14 Mar 2026, 23:26:53", "14 Mar 2026", "UTC"],
  ])("keeps its form and has both zones in the title: %s", (zone, second, day, name) => {
    expect(momentText(AT, "second", zone)).toBe(second);
    expect(momentText(AT, "day", zone)).toBe(day);
    expect(momentText(AT, "second")).toHaveLength(second.length);
    expect(titleOf(AT, zone)).toBe(`14 Mar 2026, 23:26:53 UTC; ${second} in ${name}`);
  });
});
