import { describe, expect, it } from "vitest";
import { editQuestions } from "@/components/admin/edit-questions";

const flags = [false, true];
const TABLE = flags.flatMap((hasAppToken) =>
  flags.flatMap((wasOn) =>
    flags.flatMap((on) =>
      (["active", "disabled"] as const).flatMap((was) =>
        (["active", "disabled"] as const).map((status) => ({ hasAppToken, wasOn, on, was, status })),
      ),
    ),
  ),
);

describe("confirmations before a tool is saved", () => {
  it.each(TABLE)(
    "app token: $hasAppToken, own credentials only: $wasOn to $on, status: $was to $status",
    ({ hasAppToken, wasOn, on, was, status }) => {
      const before = { name: "Night Press", status: was, ownCredentialsOnly: wasOn };
      const asked = editQuestions(before, { status, ownCredentialsOnly: on }, { hasAppToken });
      expect(asked.map(({ title }) => title)).toEqual([
        ...(was === "active" && status === "disabled" ? ["Disable Night Press?"] : []),
        ...(!wasOn && on && !hasAppToken ? ["Block sign-in to Night Press?"] : []),
      ]);
    },
  );

  it("says what to do before the switch blocks sign-in", () => {
    const [question] = editQuestions(
      { name: "Night Press", status: "active", ownCredentialsOnly: false },
      { status: "active", ownCredentialsOnly: true },
      { hasAppToken: false },
    );
    expect(question?.effect).toMatch(/First issue a token or create a setup link/);
    expect(question?.confirmLabel).toBe("Block sign-in");
  });
});
