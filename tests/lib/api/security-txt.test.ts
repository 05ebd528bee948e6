import { expect, it } from "vitest";
import { conventionalContact, securityTxt } from "@/lib/api/security-txt";

const BASE = "https://hub.example.com:8443";
const NOW = new Date("2026-03-14T09:26:53.589Z");

it("has the fields of RFC 9116, and expires within a year of each request", () => {
  expect(securityTxt(BASE, { contact: conventionalContact(BASE) }, NOW)).toBe(
    `Contact: mailto:security@hub.example.com
Expires: 2026-09-10T00:00:00.000Z
Preferred-Languages: en
Canonical: https://hub.example.com:8443/.well-known/security.txt
`,
  );
});

it("names the operator's contact and policy", () => {
  const text = securityTxt(BASE, { contact: "https://example.com/report", policy: "https://example.com/policy" }, NOW);
  expect(text).toContain("Contact: https://example.com/report\n");
  expect(text).toContain("Policy: https://example.com/policy\n");
});
