import { RadioGroup } from "@/components/ui/radio-group";
import { ROLES, type Role } from "@/lib/contract";
import { ROLE_LABEL } from "./roles";

const MAY: Record<Role, string> = {
  owner: "Everything, also handing the brand on, archiving it and making owners.",
  admin: "Editing, locking colours, and running keys, tools, members and settings.",
  editor: "Editing and publishing identity, palette, logos and assets.",
  viewer: "Seeing everything, changing nothing.",
};

type RoleChoiceProps = {
  defaultValue: Role;
  /** Why this person may not make owners, if so. */
  ownerReason: string | null;
};

/** Chooses a role, with what each may do. */
export function RoleChoice({ defaultValue, ownerReason }: RoleChoiceProps) {
  const options = ROLES.map((role) => ({
    value: role,
    label: ROLE_LABEL[role],
    hint: MAY[role],
    disabledReason: role === "owner" ? ownerReason : null,
  }));
  return <RadioGroup legend="Role" name="role" options={options} defaultValue={defaultValue} />;
}
