export { deactivatePerson, reactivatePerson } from "./deactivate-person";
export { listPeople } from "./list-people";
export { signOutPerson } from "./sign-out-person";
