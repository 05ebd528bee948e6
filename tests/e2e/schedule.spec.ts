import { draftBar, draftSaved } from "./support/draft";
import { editPart, openIdentity } from "./support/section";
import { expect, test } from "./support/test";

test("schedules a publish across clock changes, moves it and cancels it", {
  tag: "@full",
}, async ({ page, brand, signIn, expectAccessible, screens }) => {
  const own = brand("busy");
  await signIn(own.owner);
  await openIdentity(page, own.slug, "essentials");
  await page.getByLabel("Tagline", { exact: true }).fill("From Monday on");
  await draftSaved(page);
  await draftBar(page).getByRole("button", { name: "Review and publish" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio", { name: "Later" }).check();
  const { gap, twice } = await page.evaluate(() => {
    // The Sundays on which Berlin's clocks change, in the next year with both still to come.
    const lastSunday = (year: number, month: number) => {
      const last = new Date(Date.UTC(year, month, 0));
      return new Date(last.getTime() - last.getUTCDay() * 86_400_000).toISOString().slice(0, 10);
    };
    const next = (month: number) => {
      const today = new Date().toISOString().slice(0, 10);
      const year = new Date().getUTCFullYear();
      const here = lastSunday(year, month);
      return here > today ? here : lastSunday(year + 1, month);
    };
    return { gap: next(3), twice: next(10) };
  });
  await dialog.getByLabel("Time zone").selectOption("Europe/Berlin");
  await dialog.getByLabel("Date").fill(gap);
  await dialog.getByLabel("Time", { exact: true }).fill("02:30");
  await expect(dialog.getByText("Clocks skip this time on that day.")).toBeVisible();
  await dialog.getByRole("button", { name: "Schedule version 2" }).click();
  await expect(dialog.getByText("02:30 doesn’t exist on that day in Europe/Berlin")).toBeVisible();

  await dialog.getByLabel("Date").fill(twice);
  await dialog.getByRole("radio", { name: "Second time, GMT+1" }).check();
  await expect(dialog.getByText(/02:30 \(Europe\/Berlin, GMT\+1\), which is .* 01:30 \(UTC/)).toBeVisible();
  await expectAccessible(page, { include: "[role=dialog]" });
  await screens(page, "schedule-twice", { part: "view" });
  await dialog.getByRole("button", { name: "Schedule version 2" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(draftBar(page)).toContainText("02:30 (Europe/Berlin, GMT+1), including edits you make until then.");
  await screens(page, "schedule-bar", { part: "view" });

  await editPart(page, "Purpose");
  await page.getByLabel("Mission", { exact: true }).fill("Edited after it was scheduled");
  await draftSaved(page);
  await page.reload();
  await expect(draftBar(page)).toContainText("02:30 (Europe/Berlin, GMT+1)");
  await draftBar(page).getByRole("button", { name: "Change time" }).click();
  await expect(dialog.getByRole("radio", { name: "Second time, GMT+1" })).toBeChecked();
  await dialog.getByLabel("Time", { exact: true }).fill("12:00");
  await dialog.getByRole("button", { name: "Schedule version 2" }).click();
  await expect(draftBar(page)).toContainText("12:00 (Europe/Berlin");

  await page.goto(`/b/${own.slug}`);
  await expect(page.getByText(/The hub publishes it on .*12:00 \(Europe\/Berlin/)).toBeVisible();
  await screens(page, "schedule-overview", { part: "view" });
  await openIdentity(page, own.slug, "essentials");
  await draftBar(page).getByRole("button", { name: "Cancel schedule" }).click();
  await expect(page.getByText("Schedule cancelled").first()).toBeVisible();
  await expect(draftBar(page)).not.toContainText("Goes live on");
  await page.goto(`/b/${own.slug}/activity`);
  for (const did of ["scheduled the publish of", "rescheduled the publish of", "cancelled the scheduled publish of"])
    await expect(page.getByText(did).first()).toBeVisible();
});
