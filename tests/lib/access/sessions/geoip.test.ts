import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newBrowserMail } from "@/lib/access/account/sign-in-with-password";
import { NO_GEOIP, openGeoIp } from "@/lib/access/server";
import { NOW } from "@/tests/support/fixtures";
import { geoIpDatabase } from "@/tests/support/geoip-database";

const named = (en: string) => ({ names: { en, de: "anders" } });

const DATABASE = geoIpDatabase({
  "192.0.2.7": { city: named("Zurich"), country: named("Switzerland") },
  "192.0.2.8": { country: named("Kenya"), location: { accuracy_radius: 500 } },
  "192.0.2.9": { registered_country: named("Peru") },
  "192.0.2.10": { city: "Oslo", country: "NO", country_name: "Norway" },
  "192.0.2.11": { location: { accuracy_radius: 500 } },
  "2001:db8:0:0:0:0:0:1": { city: named("Porto"), country: named("Portugal") },
});

let directory: string;
const file = (name: string, bytes: Buffer) => {
  const path = join(directory, name);
  writeFileSync(path, bytes);
  return path;
};
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "places-"));
});
afterAll(() => rmSync(directory, { recursive: true }));

describe("GeoIP locations", () => {
  it("are city and country, as far as the database has them", () => {
    const geoip = openGeoIp(file("city.mmdb", DATABASE));
    expect(geoip.of("192.0.2.7")).toBe("Zurich, Switzerland");
    expect(geoip.of("192.0.2.8")).toBe("Kenya");
    expect(geoip.of("192.0.2.9")).toBe("Peru");
    expect(geoip.of("192.0.2.10")).toBe("Oslo, Norway");
    expect(geoip.of("2001:db8::1")).toBe("Porto, Portugal");
  });

  it("are unknown for addresses not in the database and for invalid ones", () => {
    const geoip = openGeoIp(file("city.mmdb", DATABASE));
    for (const ip of ["192.0.2.11", "192.0.2.200", "2001:db8::2", "unknown", "", "not an address", null])
      expect(geoip.of(ip), String(ip)).toBeNull();
  });

  it("are unknown without a database", () => {
    expect(NO_GEOIP.of("192.0.2.7")).toBeNull();
  });

  it("survive a damaged record, and refuse an invalid file", () => {
    const damaged = Buffer.from(DATABASE);
    damaged.fill(0xff, damaged.indexOf("Zurich") - 30, damaged.indexOf("Zurich"));
    expect(openGeoIp(file("damaged.mmdb", damaged)).of("192.0.2.7")).toBeNull();
    expect(() => openGeoIp(file("none.mmdb", Buffer.from("no database")))).toThrow();
    expect(() => openGeoIp(join(directory, "missing.mmdb"))).toThrow();
  });

  it("are in the mail about a new browser", () => {
    const geoip = openGeoIp(file("city.mmdb", DATABASE));
    const { content } = newBrowserMail(
      { baseUrl: "https://hub.example.com", clientIp: "192.0.2.7", now: NOW, geoip },
      { email: "ada@example.com", browser: "Firefox 128 on Windows" },
    );
    expect(content.paragraphs[0]).toContain("from 192.0.2.7 (near Zurich, Switzerland).");
  });
});
