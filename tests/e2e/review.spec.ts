import { draftBar, draftSaved } from "./support/draft";
import { openIdentity } from "./support/section";
import { expect, test } from "./support/test";

test("goes from a review request through comments and changes to approval and publish", {
  tag: "@full",
}, async ({ page, brand, visitor, signIn, expectAccessible, screens }) => {
  const own = brand("busy");
  const { editor } = own.crew;
  if (!editor) throw new Error("the brand has no editor");
  await signIn(own.owner);
  await page.goto(`/b/${own.slug}/settings`);
  const choose = async (approvals: string) => {
    const saved = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByLabel("Required approvals").selectOption(approvals);
    await saved;
  };
  await choose("5");
  await expect(page.getByText("Too few approvers")).toBeVisible();
  await choose("1");
  await expect(page.getByText("Too few approvers")).toHaveCount(0);
  await screens(page, "review-settings");

  const author = await visitor(editor);
  await openIdentity(author, own.slug, "essentials");
  await author.getByLabel("Tagline", { exact: true }).fill("Longer than anybody will ever read");
  await draftSaved(author);
  await draftBar(author).getByRole("button", { name: "Review and publish" }).click();
  const dialog = author.getByRole("dialog");
  await expect(dialog.getByText("Publishing needs 1 approval.")).toBeVisible();
  const publish = dialog.getByRole("button", { name: /^Publish version/ });
  await expect(publish).toHaveAttribute("aria-disabled", "true");
  await expect(author.getByText("Needs 1 more approval before publishing.").first()).toBeAttached();
  await expect(dialog).toBeVisible();
  await expectAccessible(author, { include: "[role=dialog]" });
  await screens(author, "review-missing", { part: "view" });
  await dialog.getByRole("button", { name: "Request review" }).click();
  await expect(dialog.getByRole("heading", { name: "Request review" })).toBeVisible();
  await dialog.getByLabel("Note").fill("A new line for the spring");
  await dialog.getByLabel("Nia Newcomer").check();
  await screens(author, "review-ask", { part: "view" });
  await dialog.getByRole("button", { name: "Request review" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(draftBar(author)).toContainText("Under review: 0 of 1 approval");
  await screens(author, "review-bar", { part: "view" });

  await page.goto(`/b/${own.slug}`);
  await expect(page.getByText("A draft needs review")).toBeVisible();
  await page.getByRole("link", { name: "Open review" }).click();
  await expect(page.getByText("A new line for the spring")).toBeVisible();
  await page.getByRole("button", { name: "Comment on Brand · Tagline" }).click();
  await page.getByRole("textbox", { name: "Comment on Brand · Tagline" }).fill("Too long?");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByRole("list", { name: "Comments on Brand · Tagline" })).toContainText("Too long?");
  await page.getByRole("button", { name: "Request changes" }).click();
  await expect(page.getByText("Changes requested", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await screens(page, "review-page");

  await author.reload();
  await draftBar(author)
    .getByRole("link", { name: /^\d+ open comments?$/ })
    .click();
  await expect(author.getByText("Too long?")).toBeVisible();
  await author.getByRole("button", { name: "Reply on Brand · Tagline" }).click();
  await author.getByRole("textbox", { name: "Comment on Brand · Tagline" }).fill("Shorter then");
  await author.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(author.getByText("Shorter then")).toBeVisible();
  await author.getByRole("link", { name: "Edit Brand · Tagline" }).click();
  await author.getByLabel("Tagline", { exact: true }).fill("Short");
  await draftSaved(author);

  // The page updates without a reload and keeps the comment being written.
  await expect(page.getByText("Requested changes to an earlier draft")).toBeVisible();
  await expect(page.getByRole("list", { name: "Comments on Brand · Tagline" })).toContainText("Shorter then");
  await expect(page.getByText(/^Updated .*since you opened it\.$/).first()).toBeVisible();
  await page.getByRole("button", { name: "Comment on the draft" }).click();
  const written = page.getByRole("textbox", { name: "Comment on the draft" });
  await written.fill("Nearly there");
  await author.getByLabel("Tagline", { exact: true }).fill("Shorter");
  await draftSaved(author);
  await expect(
    page.getByText("This review has changed. Send or cancel your comment to see the changes."),
  ).toBeVisible();
  await expect(written).toBeFocused();
  await expect(written).toHaveValue("Nearly there");
  await expect(page.getByText("Shorter", { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await screens(page, "review-changed", { part: "view" });
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByRole("list", { name: "Comments on the draft" })).toContainText("Nearly there");
  await expect(page.getByText("Shorter", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Resolve the comments on Brand · Tagline" }).click();
  await expect(page.getByText("Resolved", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByText("Approved", { exact: true })).toBeVisible();
  await expect(page.getByText("Ready to publish.")).toBeVisible();
  await expectAccessible(page);
  await screens(page, "review-approved");

  await author.reload();
  await expect(draftBar(author)).toContainText("Under review: 1 of 1 approval");
  await draftBar(author).getByRole("button", { name: "Review and publish" }).click();
  await publish.click();
  await expect(author.getByText(/^Version \d+ is live$/)).toBeVisible();
  await expect(page.getByText("No draft is under review")).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/b/${own.slug}/history`);
  await page.getByRole("button", { name: "Restore version 1" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Copy to my draft" }).click();
  await expect(page).toHaveURL(/\/identity$/);
  await expect(draftBar(page)).toContainText("Publishing needs 1 approval.");
});

test("finds reviewers among many members and keeps those chosen", async ({
  page,
  brand,
  signIn,
  expectAccessible,
  screens,
}) => {
  const own = brand("crowded");
  await signIn(own.owner);
  await openIdentity(page, own.slug, "essentials");
  await page.getByLabel("Tagline", { exact: true }).fill("Said by many");
  await draftSaved(page);
  await page.goto(`/b/${own.slug}/identity?dialog=ask`);
  const dialog = page.getByRole("dialog", { name: "Request review" });
  const search = dialog.getByRole("combobox", { name: "Members" });
  await expect(dialog.getByText("More members match. Keep typing to narrow the list.")).toBeVisible();
  await expect(dialog.getByRole("option", { name: "Member 25" })).toHaveCount(0);
  await search.fill("member 25");
  await expect(dialog.getByRole("option")).toHaveText(["Member 25"]);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("checkbox", { name: "Member 25" })).toBeChecked();
  await search.fill("vera");
  await dialog.getByRole("option", { name: /^Vera Viewer/ }).click();
  await expect(dialog.getByRole("checkbox", { name: "Vera Viewer" })).toBeChecked();
  await dialog.getByRole("checkbox", { name: "Vera Viewer" }).uncheck();
  await search.fill("nobody is called so");
  await expect(dialog.getByText("No matching members.")).toBeVisible();
  await search.fill("member");
  await expect(dialog.getByRole("option", { name: "Member 01" })).toBeVisible();
  await expectAccessible(page, { include: "[role=dialog]" });
  await screens(page, "review-ask-many", { part: "view" });
  await dialog.getByRole("button", { name: "Request review" }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto(`/b/${own.slug}/review`);
  const asked = page.getByRole("main");
  await expect(asked.getByText("Member 25")).toBeVisible();
  await expect(asked.getByText("Vera Viewer")).toHaveCount(0);
});
