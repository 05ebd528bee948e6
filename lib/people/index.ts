export type { Deactivation } from "./deactivate-person";
export type { Erasure } from "./erase-person";
export type { ListedPerson, PersonState } from "./list-people";
