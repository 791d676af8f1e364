/** JSON that was put together from stored fragments and is sent as it is. Tests still check it against the shape. */
export class ReadyJson {
  readonly text: string | Buffer;
  constructor(text: string | Buffer) {
    this.text = text;
  }
}
