/** Another member saved the same fields in the meantime. The editor then shows both versions. */
export class EditConflict extends Error {
  readonly untouched: object;

  constructor(untouched: object) {
    super();
    this.untouched = untouched;
  }
}
