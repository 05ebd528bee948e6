/** The database cannot be opened, for a reason that one sentence explains. */
export class CannotOpen extends Error {
  override readonly name: string = "CannotOpen";
}
