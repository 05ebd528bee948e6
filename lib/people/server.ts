export { deactivatePerson, reactivatePerson } from "./deactivate-person";
export { eraseByEmail, eraseOwnAccount, erasePerson } from "./erase-person";
export { exportByEmail, exportOwnData } from "./export-person";
export { listPeople } from "./list-people";
export { setHubAdmin } from "./set-hub-admin";
export { signOutPerson } from "./sign-out-person";
export { readTwoStepOfAdmins, setTwoStepOfAdmins } from "./two-step-of-admins";
