import { expect, type Locator } from "@playwright/test";

const open = async (bar: Locator, label: string) => {
  await bar
    .locator("summary")
    .filter({ hasText: new RegExp(`^${label}(:|$)`) })
    .click();
};

const removal = (bar: Locator, label: string) => bar.getByRole("link", { name: `Remove filter: ${label}` });

/** Sets a filter with a link in its chip, which applies at once. */
export async function chooseFilter(bar: Locator, label: string, option: string): Promise<void> {
  await open(bar, label);
  await bar.getByRole("list", { name: label }).getByRole("link", { name: option, exact: true }).click();
  await expect(bar.getByText(`${label}: ${option}`, { exact: true })).toBeVisible();
}

/** Sets a filter with the fields in its chip. */
export async function typeFilter(bar: Locator, chip: string, values: Record<string, string>): Promise<void> {
  await open(bar, chip);
  for (const [label, value] of Object.entries(values)) await bar.getByLabel(label, { exact: true }).fill(value);
  await bar.getByRole("button", { name: "Apply" }).click();
  await expect(removal(bar, chip)).toBeVisible();
}

/** Removes a filter, and waits for the list because its links keep the filter until then. */
export async function removeFilter(bar: Locator, label: string): Promise<void> {
  await removal(bar, label).click();
  await expect(removal(bar, label)).toHaveCount(0);
}
