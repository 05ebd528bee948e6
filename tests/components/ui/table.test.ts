import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Table } from "@/components/ui/table";

const columns = ["Brand", "State", "Owners", "Version", "Published", "Tools"].map((header, place) => ({
  header,
  rowHeader: place === 0,
  cell: () => "x",
}));
const render = (count: number) =>
  renderToStaticMarkup(
    createElement(Table<number>, {
      caption: "Brands",
      columns,
      rows: Array.from({ length: count }, (_, row) => row),
      rowKey: String,
    }),
  );

it("adds at most 600 bytes per row to the page", () => {
  expect((render(25).length - render(1).length) / 24).toBeLessThan(600);
});
