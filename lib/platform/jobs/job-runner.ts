/** Jobs by their names: what each is given, and what it gives. */
export type JobMap = Record<string, { input: unknown; output: unknown }>;

/** Has jobs done apart from the process that answers people. */
export interface JobRunner<Jobs extends JobMap> {
  /**
   * @param owner whose job it is: owners are served in turn, however much each of them has waiting
   * @throws RateLimited when too much is waiting, of this owner or in all; also while it waits, when others need room and this owner has most
   * @throws BadRequest what the job refuses; also when it takes more time or memory than any job may
   */
  run<Name extends keyof Jobs & string>(
    owner: string,
    name: Name,
    input: Jobs[Name]["input"],
  ): Promise<Jobs[Name]["output"]>;
  waiting?(): number;
  close(): Promise<void>;
}
