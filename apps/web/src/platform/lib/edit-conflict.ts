/** Another member saved the same fields in the meantime. The editor then shows both versions. */
export class EditConflict extends Error {
  /** Stored values of the fields that the member did not change. */
  readonly untouched: object;

  constructor(untouched: object) {
    super();
    this.untouched = untouched;
  }
}
