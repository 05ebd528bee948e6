import { draftSaved, publishDraft } from "./support/draft";
import { showToAnybody } from "./support/public-page";
import { openIdentity } from "./support/section";
import { expect, test } from "./support/test";

const identity = {
  brand: {
    tagline: "State the uncertainty.",
    languages: ["en"],
    values: [
      { name: "Traceable or silent", description: "No standard, no figure." },
      { name: "One decimal fewer", description: "We round towards honesty." },
    ],
  },
  persona: { vocabulary: { banned: ["revolutionary"] } },
};

test("starts a second language from the main texts and publishes it", {
  tag: "@full",
}, async ({ page, visitor, newcomer, signIn, makeBrand, expectAccessible, screens }) => {
  await signIn(newcomer);
  const slug = await makeBrand(page, "Gauge", { identity });
  await openIdentity(page, slug, "languages");
  await page.getByRole("textbox", { name: "Texts in another language" }).fill("German");
  await page.getByRole("button", { name: "Add: texts in another language" }).click();
  await expect(
    page.getByText("Not in German yet, so readers get the main text: Tagline, Values, Words never to say."),
  ).toBeVisible();

  const group = page.getByRole("button", { name: /^Values/ });
  await expect(group).toHaveAccessibleName(/^Values\s*0 of 1$/);
  await group.click();
  const values = page.getByRole("group", { name: "Values in German" });
  await expect(values).toContainText("Readers get the main list");
  await page.getByRole("button", { name: "Copy from English to Values" }).click();
  const first = values.getByLabel("Name", { exact: true }).first();
  await expect(first).toHaveValue("Traceable or silent");
  await expect(first).toBeFocused();
  await expect(first).toHaveAttribute("lang", "de");
  await first.fill("Rückgeführt oder nichts gesagt");
  await values.getByLabel("What it means in practice").first().fill("Kein Normal, keine Zahl.");
  await values.getByRole("button", { name: "Remove value 2" }).click();
  await expect(group).toHaveAccessibleName(/^Values\s*Complete$/);
  await expect(page.getByRole("button", { name: "Copy from English to Values" })).toBeHidden();

  await page.getByRole("button", { name: /^Vocabulary/ }).click();
  const banned = page.getByLabel("Words never to say in German");
  await banned.fill("bahnbrechend, revolutionär");
  await banned.press("Enter");
  await draftSaved(page);
  await expectAccessible(page);
  await screens(page, "identity-languages");
  await publishDraft(page, "In German");

  // A link to a field opens its language and group.
  await page.goto(`/b/${slug}/identity#identity.locales.de.brand.values`);
  await expect(values.getByLabel("Name", { exact: true })).toHaveValue("Rückgeführt oder nichts gesagt");

  await showToAnybody(page, slug);
  const reader = await visitor();
  await reader.goto(`/p/${slug}?lang=de`);
  for (const text of ["Rückgeführt oder nichts gesagt", "Kein Normal, keine Zahl."])
    await expect(reader.getByText(text, { exact: true })).toHaveAttribute("lang", "de");
  for (const word of ["bahnbrechend", "revolutionär"])
    await expect(reader.getByText(word, { exact: true })).toHaveAttribute("lang", "de");
  await expect(reader.getByText("One decimal fewer")).toHaveCount(0);
  await expect(reader.getByText("State the uncertainty.", { exact: true })).toHaveAttribute("lang", "en");
  await expectAccessible(reader);
  await screens(reader, "public-page-lists");
  await reader.goto(`/p/${slug}`);
  await expect(reader.getByText("One decimal fewer", { exact: true })).toHaveAttribute("lang", "en");
});
