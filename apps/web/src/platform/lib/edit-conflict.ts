/** Error: another member saved the same fields in the meantime. */
export class EditConflict extends Error {
  readonly untouched: object;

  constructor(untouched: object) {
    super();
    this.untouched = untouched;
  }
}
