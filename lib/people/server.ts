export { setHubAdmin, signOutPerson } from "./change-person";
export { deactivatePerson, reactivatePerson } from "./deactivate-person";
export { eraseByEmail, eraseOwnAccount, erasePerson } from "./erase-person";
export { exportByEmail, exportOwnData } from "./export-person";
export { listPeople } from "./list-people";
export { readTwoStepOfAdmins, setTwoStepOfAdmins } from "./two-step-of-admins";
