import { describe, expect, it } from "vitest";
import { checkNewPassword } from "@/lib/access/server";
import { startCpuClock } from "../support/cpu-clock";

const known = { name: "Ana Berg", email: "ana.berg@example.com" };
const verdict = (password: string) =>
  checkNewPassword(password, known).then(
    () => "accepted",
    (error: Error) => error.message,
  );

describe("a new password", () => {
  it.each([
    "password1234",
    "qwertyuiop123",
    "iloveyou12345",
    "123456789012",
    "passwordpassword",
    "Passw0rd!Passw0rd!",
    "letmein letmein",
    "1q2w3e4r5t6y",
    "aaaaaaaaaaaaaa",
    "abcdefghijkl",
    "ana.berg@example.com",
    "Ana Berg Ana Berg",
    `${"x1y2".repeat(60)}`,
  ])("is refused when easy to guess: %s", async (password) => {
    expect(await verdict(password)).toMatch(/too easy to guess.*four words/);
  });

  it.each([
    "a few plain words",
    "four plain words together",
    "correct horse battery staple",
    "gT7#kq92mWzx",
    "Wo die Zitronen blühn",
    "これは長い合言葉です、覚えやすい",
    "ferry tulip brass onion ".repeat(40),
  ])("is accepted when hard to guess: %s", async (password) => {
    expect(await verdict(password)).toBe("accepted");
  });

  it("takes bounded CPU time however long it is", async () => {
    await verdict("warm up the guesser");
    const cpuOf = async (password: string) => {
      const seconds = startCpuClock();
      await verdict(password);
      return seconds();
    };
    for (const pattern of ["p4ssw0rd1qwerty", "@$!|1(){}[]", "x1y2", "aB3$"])
      expect(await cpuOf(pattern.repeat(250).slice(0, 1000))).toBeLessThan(1);
  });
});
