export { familiesFor, fontFor, identityOf, publishTypography, rolesOf } from "./publish-typography";
