export type { Deactivation } from "./deactivate-person";
export type { ListedPerson, PersonState } from "./list-people";
