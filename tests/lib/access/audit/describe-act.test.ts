import { expect, it } from "vitest";
import { AUDIT_ACTIONS, BRAND_ACTION_KINDS, describeAct, HUB_ACTION_KINDS } from "@/lib/access";

const act = { actorId: "nia", targetId: "nia", targetLabel: "Nia" };

it("puts the target after the action", () => {
  const invited = { action: "member.invited", actorId: "nia", targetId: "1", targetLabel: "ana@example.com" };
  expect(describeAct(invited)).toEqual({ did: "invited", target: "ana@example.com" });
  expect(describeAct({ ...act, action: "member.role_changed", actorId: "ana" })).toEqual({
    did: "changed the role of",
    target: "Nia",
  });
});

it("does not repeat the person for actions on their own account", () => {
  expect(describeAct({ ...act, action: "member.left" })).toEqual({ did: "left the brand", target: null });
  expect(describeAct({ ...act, action: "member.role_changed" })).toEqual({
    did: "changed their own role",
    target: null,
  });
});

it.each(AUDIT_ACTIONS)("describes %s", (action) => {
  const { did, target } = describeAct({ ...act, action, actorId: "ana" });
  expect(did).toMatch(/^[a-z][A-Za-z -]+$/);
  expect(did).not.toBe(action.replaceAll(/[._]/g, " "));
  expect(target).toBe("Nia");
});

it.each([...BRAND_ACTION_KINDS, ...HUB_ACTION_KINDS])("the filter $label matches actions", ({ prefix }) => {
  expect(AUDIT_ACTIONS.filter((action) => action.startsWith(prefix))).not.toEqual([]);
});

it("shows an unknown action by its name", () => {
  expect(describeAct({ ...act, action: "logo.turned_round" })).toEqual({ did: "logo turned round", target: "Nia" });
});
